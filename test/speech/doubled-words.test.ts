import { describe, expect, it } from 'vitest';
import { countDoubledWords } from '../../src/speech/check/doubled-words.ts';

describe('countDoubledWords', () => {
  it.each([
    ['No, no, no!', 2],
    ['It went tick-tock, tick-tock all night.', 2],
    ['By J. R. R. Vane.', 1],
    ['The sea, and the sea again', 0],
    ['', 0],
  ])('finds those of “%s”: %i', (text, count) => {
    expect(countDoubledWords(text)).toBe(count);
  });
});
