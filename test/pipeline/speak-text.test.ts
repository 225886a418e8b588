import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { speakText } from '../../src/pipeline/say/speak-text.ts';
import { toneProvider } from '../helpers/tone-provider.ts';

const text =
  'The lamp went out, and for a while there was nothing but the sound of the rain, which fell on the roof of the old house.';

describe('speakText', () => {
  it.each([
    ['a voice that is quick for the text', undefined, true, [text]],
    ['a voice that takes its time for a clause first', 110, true, [text.slice(0, 18), text.slice(19)]],
    ['it for the text when nobody waits for the first sound', 110, false, [text]],
  ])('asks %s', async (_case, short, isAwaited, expected) => {
    const provider = { ...toneProvider(), facts: () => ({ shortTarget: short }) };
    let bytes = 0;
    const { signal } = new AbortController();
    const request = { text, voice: 'sine', format: 'wav', speed: 1, isAwaited, signal } as const;
    await speakText(provider, request, settingsFrom([]), (chunk) => void (bytes += chunk.length));
    expect(provider.spoken).toEqual(expected);
    expect(bytes).toBeGreaterThan(50_000);
  });
});
