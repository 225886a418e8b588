import { describe, expect, it } from 'vitest';
import { halveText } from '../../src/text/cut/halve-text.ts';

describe('halveText cuts', () => {
  it.each([
    [
      'after the sentence nearest to the middle',
      'One is here. Two is there. Three is nowhere.',
      'One is here. Two is there.',
    ],
    ['not after an abbreviation', 'They met Dr. Smith on Monday, in the rain.', 'They met Dr. Smith on Monday,'],
    ['not after an initial', 'He read J. R. R. Tolkien, and then he slept.', 'He read J. R. R. Tolkien,'],
    ['not in a number', 'It cost 1 299 999 dollars', 'It cost 1 299 999'],
    ['not in a decimal', 'About 3.14 or 2.71828', 'About 3.14'],
    [
      'after a clause when there is one sentence',
      'When the rain stopped, they all went down to the sea.',
      'When the rain stopped,',
    ],
    ['between words when there is no clause', 'alpha beta gamma delta', 'alpha beta'],
    ['after a Chinese sentence', '这是第一句。这是第二句！', '这是第一句。'],
  ])('%s', (_where, text, first) => {
    expect(halveText(text)?.[0]).toBe(first);
  });

  it('inside an endless word only between graphemes', () => {
    const family = '👩‍👩‍👧‍👦';
    const endless = `a${family}`.repeat(20);
    const halves = halveText(endless);
    expect(halves?.join('')).toBe(endless);
    for (const half of halves ?? []) expect(half.replaceAll(family, '')).toMatch(/^a+$/u);
  });

  it.each(['', '   ', 'a', '…', '12345', '1,299.99', '12 500', '1 299 999', 'extraordinary', '— —'])(
    'not at all when nothing is left to cut: "%s"',
    (text) => {
      expect(halveText(text)).toBeUndefined();
    },
  );
});

describe('halveText', () => {
  it('keeps every word in order down to single words', () => {
    const text =
      'The rain, which had begun at 12:30 p.m., stopped; "Well?" she said. Nobody — not even Mr. Hale — knew 1,299.99 of them.';
    const words = (part: string): string[] => {
      const halves = halveText(part);
      return halves ? halves.flatMap(words) : [part];
    };
    expect(words(text).join(' ').split(/\s+/u)).toEqual(text.split(/\s+/u));
  });
});
