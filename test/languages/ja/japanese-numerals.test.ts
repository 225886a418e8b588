import { expect, it } from 'vitest';
import { inJapaneseNumerals } from '../../../src/languages/ja/japanese-numerals.ts';

it.each([
  ['1984年4月7日', '千九百八十四年四月七日'],
  ['12,000円', '一万二千円'],
  ['10,010と100,000,000', '一万十と一億'],
  ['3.5キロ', '三点五キロ'],
  ['0度', '〇度'],
  ['007と090', '〇〇七と〇九〇'],
  ['1111', '千百十一'],
])('writes the numbers of %s in numerals', (text, written) => {
  expect(inJapaneseNumerals(text)).toBe(written);
});

it('writes a number that is too long for a name digit by digit', () => {
  expect(inJapaneseNumerals('123456789012345678901')).toBe('一二三四五六七八九〇一二三四五六七八九〇一');
});
