import { describe, expect, it } from 'vitest';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';
import type { PdfSpec, PdfText } from '../helpers/pdf-builder.ts';

const { signal } = new AbortController();
const titles = async (spec: PdfSpec) =>
  (await readPdf(buildPdf(spec), { signal })).chapters.map((chapter) => chapter.title);

const prose = (seed: number, count = 4) =>
  Array.from(
    { length: count },
    (_, index) =>
      `In the year ${seed * 10 + index} the boats came back to the harbour in the rain, and no one had come down to the water yet, ` +
      'for the bells had not been rung and the baker had only just opened his shutters to the street.',
  ).join(' ');
const body = (y: number, seed: number) => column(72, y, wrap(prose(seed), 70));
const heading = (y: number, text: string, size = 16): PdfText => ({ x: 200, y, text, size, font: 'bold' });

const boat = (y: number, number: number) => [
  heading(y, `CHAPTER ${number}`, 12),
  heading(y + 25, `Boat ${number}`, 13),
  ...body(y + 50, number),
];

const page = (number: number) => ({ texts: [heading(100, `Chapter ${number}`), ...body(140, number)] });

describe('bookmarks', () => {
  it('that number the pages are no chapters', async () => {
    const pages = [1, 2, 3].flatMap((number) => [page(number), { texts: body(100, number) }]);
    const expected = ['Chapter 1', 'Chapter 2', 'Chapter 3'];
    for (const word of ['Page ', ''])
      expect(await titles({ pages, outline: pages.map((_, at) => ({ title: `${word}${at + 1}`, page: at })) })).toEqual(
        expected,
      );
    const chapters = [1, 2, 3].map((number) => ({ title: `${number}`, page: number * 2 - 2 }));
    expect(await titles({ pages, outline: chapters })).toHaveLength(3);
  });

  it.each(['installation.html', 'part-2.xhtml', 'chapter3.indd'])(
    'that are names of files are no chapters: %s',
    async (name) => {
      const pages = [1, 2, 3].map((number) => page(number));
      const outline = pages.map((_, at) => ({ title: at === 0 ? name : `${at}-${name}`, page: at }));
      expect(await titles({ pages, outline })).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
    },
  );

  it.each(['Ripples in the Stone', 'The Mountain Road', 'Über den Fluß'])(
    'have the spaces that headings are printed without: %s',
    async (title) => {
      const pages = [title, 'The Harbour at Dawn'].map((name, at) => ({
        texts: [heading(100, name.replaceAll(' ', '')), ...body(140, at)],
      }));
      const outline = [title, 'The Harbour at Dawn'].map((name, at) => ({ title: name, page: at }));
      const { chapters } = await readPdf(buildPdf({ pages, outline }), { signal });
      expect(chapters.map(({ blocks }) => blocks[0]?.text)).toEqual([title, 'The Harbour at Dawn']);
    },
  );

  it('of all paragraphs leave only those that can be titles', async () => {
    const paragraph = prose(1, 1);
    const outline = [0, 1].flatMap((at) => [
      { title: `Harbour ${at + 1}`, page: at },
      ...[1, 2].map(() => ({ title: paragraph, page: at })),
    ]);
    const pages = [0, 1].map((at) => ({
      texts: [heading(100, `Harbour ${at + 1}`), ...[140, 220].flatMap((y) => column(72, y, wrap(paragraph, 70)))],
    }));
    expect(await titles({ pages, outline })).toEqual(['Harbour 1', 'Harbour 2']);
  });

  it('without a place on their page begin at titles that are set in two lines', async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    expect(
      await titles({
        pages: [1, 3, 5].map((first) => ({ texts: [...boat(100, first), ...boat(430, first + 1)] })),
        outline: numbers.map((number) => ({
          title: `Chapter ${number} - Boat ${number}`,
          page: Math.floor((number - 1) / 2),
        })),
      }),
    ).toEqual(numbers.map((number) => `Chapter ${number} - Boat ${number}`));
  });

  it('are no chapters when there is only one for the contents', async () => {
    const contents = { texts: [heading(100, 'Table of Contents'), { x: 72, y: 140, text: 'Chapter 1 ........ 2' }] };
    expect(
      await titles({
        pages: [contents, ...[1, 2, 3].map((number) => page(number))],
        outline: [{ title: 'Table of Contents', page: 0, y: 90 }],
      }),
    ).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3']);
  });

  it('have no soft hyphens', async () => {
    expect(
      await titles({
        pages: [1, 2].map((number) => ({ texts: [heading(100, `Station ${number}`), ...body(140, number)] })),
        outline: [1, 2].map((number) => ({ title: `Sta\u00ADtion ${number}`, page: number - 1, y: 90 })),
      }),
    ).toEqual(['Station 1', 'Station 2']);
  });
});

const chapter = (part: string, number: number, seed: number) => ({
  texts: [...(number === 1 ? [heading(80, part, 12)] : []), heading(110, `Capítulo ${number}`, 12), ...body(140, seed)],
});

describe('parts', () => {
  it('that are numbered in words name the chapters that begin anew in each', async () => {
    const parts = ['Primeira parte', 'Segunda parte'];
    const pages = parts.flatMap((part, index) => [1, 2, 3].map((number) => chapter(part, number, index * 3 + number)));
    expect(await titles({ pages, language: 'pt' })).toEqual(
      parts.flatMap((part) => [1, 2, 3].map((number) => `${part}: Capítulo ${number}`)),
    );
  });

  it('are the chapters of a book without others', async () => {
    const pages = ['I', 'II', 'III', 'IV'].map((number, index) => ({
      texts: [
        ...(index === 0 || index === 2 ? [heading(80, 'THE ODYSSEY', 24)] : []),
        heading(110, `Livro ${number}`, 10),
        ...body(140, index),
      ],
    }));
    const found = await titles({ pages });
    expect(found.slice(1)).toEqual(
      ['Livro II', 'Livro III', 'Livro IV'].map((title) => expect.stringContaining(title)),
    );
  });
});
