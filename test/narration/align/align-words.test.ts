import { describe, expect, it } from 'vitest';
import { alignWords } from '../../../src/narration/align/align-words.ts';
import { wordsOf } from '../../../src/narration/align/words.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';

const keys = (text: string): string[] => wordsOf(text, 'lines').map(({ key }) => key);
const aligned = (left: string, right: string): string => {
  const words = keys(left);
  return [...alignWords(words, keys(right))].map((match, index) => (match < 0 ? '-' : words[index])).join(' ');
};

describe('alignWords', () => {
  it('matches what both texts have in the same order', () => {
    expect(aligned('the boat lay low', 'the boat lay low')).toBe('the boat lay low');
    expect(aligned('the boat lay low', 'Here it is: The boat lay, low! Bye')).toBe('the boat lay low');
    expect(aligned('one two three four', 'one three four')).toBe('one - three four');
    expect(aligned('a b c d e', 'd e a b c')).toBe('a b c - -');
    expect(aligned('', 'a')).toBe('');
  });

  it('aligns a chapter of 8,000 words, and gives up on one that has nothing to hold on to', () => {
    const random = seededRandom(1);
    const words = Array.from({ length: 8000 }, () => `w${Math.floor(random() * 3000)}`);
    const changed = words.flatMap((word, index) =>
      index % 50 === 0 ? ['new'] : index % 70 === 0 ? [word, 'x'] : [word],
    );
    expect(alignWords(words, changed).filter((match) => match >= 0)).toHaveLength(7840);
    const twice = ['here', ...words, 'again', ...changed];
    expect(alignWords(words, twice).filter((match) => match >= 0)).toHaveLength(8000);
    const the = Array.from({ length: 8000 }, () => 'the');
    const mixed = the.flatMap((word) => ['a', word]);
    expect(alignWords(the, ['b', ...mixed, 'c']).every((match) => match === -1)).toBe(true);
  });
});

describe('wordsOf', () => {
  it('knows where words are, whatever stands in them', () => {
    const text = 'Don’t co\u00ADoperate,\n\n山田3人';
    expect(wordsOf(text, 'empty-lines').map(({ key, start, end }) => [key, text.slice(start, end)])).toEqual([
      ['dont', 'Don’t'],
      ['cooperate', 'co\u00ADoperate'],
      ['¶', '\n\n'],
      ['山', '山'],
      ['田', '田'],
      ['3', '3'],
      ['人', '人'],
    ]);
  });
});
