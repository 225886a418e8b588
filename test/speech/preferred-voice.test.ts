import { describe, expect, it } from 'vitest';
import { preferredVoice } from '../../src/speech/preferred-voice.ts';

const languages: Readonly<Record<string, readonly string[]>> = { Amy: ['en-GB'], Kajal: ['en-IN', 'hi-IN'] };

function choose(preferred: string | undefined, language: string): string | undefined {
  return preferredVoice({
    language,
    preferred,
    languagesOf: (voice) => languages[voice] ?? [],
    fallback: 'fallback',
  });
}

describe('preferredVoice', () => {
  it.each([
    ['Amy', 'en', 'Amy'],
    ['Amy', 'en-US', 'Amy'],
    ['Kajal', 'hi', 'Kajal'],
  ])('returns %s for %s', (preferred, language, expected) => {
    expect(choose(preferred, language)).toBe(expected);
  });

  it('returns a voice whose languages are unknown', () => {
    expect(choose('Custom', 'fr')).toBe('Custom');
  });

  it('returns the fallback for another language and without a preference', () => {
    expect(choose('Amy', 'de')).toBe('fallback');
    expect(choose(undefined, 'en')).toBe('fallback');
  });
});
