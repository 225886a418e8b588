import { describe, expect, it } from 'vitest';
import { pageNumberValue } from '../../src/book/pdf/text/page-numbers.ts';
import { numberOf } from '../../src/book/titles/number-words.ts';
import { romanValue } from '../../src/languages/roman.ts';
import { spokenText } from '../../src/text/spoken/spoken-text.ts';

const numerals = [
  ['IIII', 4],
  ['VIIII', 9],
  ['XIV', 14],
  ['XXXX', 40],
  ['LXXXX', 90],
  ['XCIX', 99],
  ['CCCC', 400],
  ['CMXCIX', 999],
  ['MMMM', 4000],
] as const;

describe('Roman numerals', () => {
  it.each(numerals)('are one number in every room: %s is %d', (numeral, value) => {
    for (const written of [numeral, numeral.toLowerCase()]) {
      const values = [romanValue(written), numberOf(written), pageNumberValue(written)];
      expect(values, written).toEqual([value, value, value]);
    }
  });

  it.each([
    ['en', 'Chapter XXXIX', 'Chapter Thirty-Nine'],
    ['en', 'Chapter XXXX', 'Chapter Forty'],
    ['en', 'Chapter LXXXX', 'Chapter Ninety'],
    ['en', 'see page xiv', 'see page fourteen'],
    ['de', 'Kapitel XXXX', 'Kapitel vierzig'],
    ['fr', 'chapitre LXXXX', 'chapitre quatre-vingt-dix'],
    ['es', 'capítulo XXXX', 'capítulo cuarenta'],
    ['it', 'capitolo XXXX', 'capitolo quarantesimo'],
  ])('are read aloud in %s: %s', (language, written, spoken) => {
    expect(spokenText(written, language)).toBe(spoken);
  });

  it.each(['', 'XIv', 'IIIII', 'VX', 'IC', 'IL', 'MMMMM', 'XIVA', 'ill', 'civil'])('are not %j', (text) => {
    expect(romanValue(text)).toBeUndefined();
  });
});
