import { describe, expect, it } from 'vitest';
import { countDoubledWords, repeatsItself } from '../../src/speech/check/repeats-itself.ts';

describe('repeatsItself', () => {
  it.each([
    'Row, row, row your boat. Row, row, row your boat!',
    'There were one hundred and one of them, one hundred and two of us.',
  ])('finds the repetition in “%s”', (text) => {
    expect(repeatsItself(text)).toBe(true);
  });

  it.each(['The rain had stopped before dawn, and the rain came back at noon.', 'No, no, no.', '', 'One two three'])(
    'finds none in “%s”',
    (text) => {
      expect(repeatsItself(text)).toBe(false);
    },
  );
});

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
