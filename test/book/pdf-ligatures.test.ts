import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { buildPdf, column } from '../helpers/pdf-builder.ts';

const { signal } = new AbortController();

/** Reads lines in a font in which each character is drawn by its own code. */
async function readLines(lines: readonly string[], font = 'unicode'): Promise<Book> {
  const pages: string[][] = [];
  for (let at = 0; at < lines.length; at += 50) pages.push(lines.slice(at, at + 50));
  const specs = pages.map((own) => ({ texts: column(20, 60, own, { font, size: 6, leading: 12 }) }));
  return await readPdf(buildPdf({ pages: specs }), { signal });
}

const textOf = ({ chapters }: Book) => chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)).join(' ');
const damage = ({ warnings }: Book) => warnings.filter((one) => one.includes('damaged'));

describe('ligatures without a character', () => {
  it.each([
    ['T1 of TeX', 'The \x1Crst o\x1Ece had a di\x1Berent \x1Door and two con\x1Dicts, \x1Cnally.'],
    [
      'OT1 of TeX, in codes of white space',
      'The \x0Crst o\x0Ece had a di\x0Berent \x0Door and two con\x0Dicts, \x0Cnally.',
    ],
  ])('are those of their codes in %s', async (_name, line) => {
    const book = await readLines([line]);
    expect(textOf(book)).toBe('The first office had a different floor and two conflicts, finally.');
    expect(damage(book)).toEqual([]);
  });

  it.each([
    ['a private character', '\uE0A2'],
    ['the sign of the standard encoding', '®'],
    ['the letter of the Macintosh', 'Þ'],
    ['a control character', '\x02'],
  ])('are restored where words of the book or its language agree: %s', async (_name, code) => {
    const line = `The ${code}rst of the ${code}fty de${code}ned the speci${code}c word, and ${code}nally left.`;
    const book = await readLines(['CHAPTER FIFTY', line]);
    expect(textOf(book)).toContain('The first of the fifty defined the specific word, and finally left.');
    expect(damage(book)).toEqual([]);
  });

  it('can be other ones than fi', async () => {
    const book = await readLines([
      'An ACTION of the NATION, a STATION.',
      'An acƟon of the naƟon, a staƟon and a moƟon.',
    ]);
    expect(textOf(book)).toContain('An action of the nation, a station and a motion.');
  });

  it('are restored word by word where one character stands for all of them, and the others are counted', async () => {
    const heads = ['AN OFFICE OF THE FLOOR, THE FIRST EFFECT'];
    const book = await readLines([
      ...heads,
      'The o\uFFFDce on the \uFFFDoor: the \uFFFDrst e\uFFFDect of veri\uFFFDcation.',
    ]);
    expect(textOf(book)).toContain('The office on the floor: the first effect of');
    expect(damage(book)).toEqual([
      '1 word of the PDF looks damaged, such as “veri_cation”: a font has no characters for some letters.',
    ]);
  });

  it('that are drawn as spaces are restored in words that the book knows, and the others are told of', async () => {
    const lines = [
      'SPECIFIC OFFICE',
      ...Array.from({ length: 120 }, () => 'The speci c fact of the o ce was far from us.'),
    ];
    const book = await readLines(lines, 'serif');
    expect(textOf(book)).toContain('The specific fact of the office was far from us.');
    expect(damage(book)).toEqual([]);
    const unknown = await readLines(
      Array.from({ length: 120 }, () => 'He found a ne fact, far from our rst house.'),
      'serif',
    );
    expect(damage(unknown)).toEqual([
      'About 160 words of the PDF look damaged: “fi”, “fl” and “ff” are missing in its text, as a font has no characters for them.',
    ]);
  });

  it.each([
    ['signs behind words', 'The Acme® engine and the Acme®-like one: first, fifty, finally.', 'serif'],
    ['letters of German', 'Er aß groß und weiß, first, fifty, finally.', 'serif'],
    ['ligatures with characters', 'The ﬁrst oﬃce of fact was far from aﬄuent.', 'unicode'],
    ['words of several capitals', 'An eBook of McÉwan and his DžEl, the LaTeX and the iOS.', 'unicode'],
  ])('are not looked for in %s', async (_name, line, font) => {
    const book = await readLines([line], font);
    expect(textOf(book)).toBe(line.normalize('NFKC').trim());
    expect(damage(book)).toEqual([]);
  });
});
