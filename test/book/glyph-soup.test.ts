import { describe, expect, it } from 'vitest';
import { isGlyphSoup } from '../../src/book/pdf/layout/is-glyph-soup.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';

const english =
  'The harbour lay quiet in the early light, and the boats moved only a little when the tide began to turn. '.repeat(6);
const shifted = (text: string, by: number) =>
  text.replaceAll(/\p{L}/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by));

const row = (y: number) => [
  { x: 60, y, text: '*' },
  { x: 100, y, text: 'blindness' },
  { x: 300, y, text: 'andhee' },
];

describe('a text layer', () => {
  it.each([
    ['private characters', shifted(english, 0xe000)],
    ['codes of glyphs', english.replaceAll(/\p{L}/gu, '(cid:42)')],
    ['a shifted alphabet', shifted(english.toLowerCase(), -29 + 32)],
    ['signs', english.replaceAll(/\p{L}/gu, (letter) => '!"#$%&*+'[(letter.codePointAt(0) ?? 0) % 8] ?? '')],
    ['words of several scripts', english.replaceAll('e', 'ж').replaceAll('a', 'α')],
    // Of a font of TeX whose letters have other codes.
    [
      'an alphabet with digits for letters',
      english.replaceAll('e', '2').replaceAll('o', 'Q').replaceAll('a', '').replaceAll('i', 'B').replaceAll('u', 'm'),
    ],
    ['operators', 'BT /F1 12 Tf 72 700 Td (The) Tj ET q 1 0 0 1 0 0 cm '.repeat(20)],
  ])('that holds %s makes no words', (_what, text) => {
    expect(isGlyphSoup(text)).toBe(true);
  });

  it.each([
    ['English', english],
    ['Polish', 'Źdźbło trawy drżało na wietrze, a Krzysztof szedł przez most i śpiewał. '.repeat(10)],
    ['Japanese', '山路を登りながら、iPhoneでこう考えた。智に働けば角が立つ。'.repeat(12)],
    ['Russian', 'Все счастливые семьи похожи друг на друга. '.repeat(12)],
    ['a table of numbers', 'Apples 12 345.00 67 Pears 89 1 234.50 12 '.repeat(20)],
    ['a table with lines', '| Apples  - - - - - - - - - - - - - - - - - - 67 | +-------+ '.repeat(20)],
    ['a short line', '\uE000\uE001'],
  ])('in %s is text', (_what, text) => {
    expect(isGlyphSoup(text)).toBe(false);
  });

  it('in columns is text, though one column has only signs', async () => {
    const pages = Array.from({ length: 36 }, () => ({
      texts: Array.from({ length: 60 }, (_, index) => row(60 + index * 11)).flat(),
    }));
    const book = await readPdf(buildPdf({ pages }), { signal: new AbortController().signal });
    expect(book.chapters).toHaveLength(1);
  });

  it('without words is refused with a hint at text recognition', async () => {
    const pages = [1, 2].map(() => ({
      texts: column(72, 100, wrap(shifted(english.toLowerCase(), 3), 70), { font: 'unicode', size: 5 }),
    }));
    await expect(readPdf(buildPdf({ pages }), { signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'book-no-text',
      message: expect.stringMatching(/the characters on its 2 pages make no words\. .*\(--ocr\)/u),
    });
  });
});
