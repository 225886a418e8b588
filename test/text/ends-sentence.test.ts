import { describe, expect, it } from 'vitest';
import { endsSentence, endsWithStop } from '../../src/text/ends-sentence.ts';

describe('endsSentence', () => {
  it.each(['He left.', '“He left!”', 'Is it (really?)', 'Wait…', '« Arrête ! »', '「好。」', 'क्या है।', 'ما هذا؟'])(
    'returns true for %j',
    (text) => {
      expect(endsSentence(text)).toBe(true);
      expect(endsWithStop(text)).toBe(true);
    },
  );

  it.each(['', 'Chapter One', 'when he left,', 'He left. Then', '3.14', '“Yes”'])('returns false for %j', (text) => {
    expect(endsSentence(text)).toBe(false);
    expect(endsWithStop(text)).toBe(false);
  });
});

describe('endsWithStop', () => {
  it.each(['He said:', 'It rained;', 'as follows (see below:)'])('counts the colon and semicolon of %j', (text) => {
    expect(endsWithStop(text)).toBe(true);
    expect(endsSentence(text)).toBe(false);
  });
});
