import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readPdf } from '../../src/book/pdf/read-pdf.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';
import type { PdfPageSpec, PdfText } from '../helpers/pdf-builder.ts';

const { signal } = new AbortController();
const names = ['The Lamp', 'A Grey Cat', 'The Baker Wakes', 'Rain', 'The Second Harbour', 'No Way Back'];
const prose = (seed: number) =>
  Array.from(
    { length: 5 },
    (_, index) =>
      `In the year ${seed * 10 + index} the boats came back to the harbour in the rain, and no one had come down to the water yet, ` +
      'for the bells had not been rung and the baker had only just opened his shutters to the street.',
  ).join(' ');
const head = (text: string, y = 90, size = 16): PdfText => ({ x: 180, y, text, size, font: 'bold' });
const chapters: readonly PdfPageSpec[] = names.flatMap((name, index) => [
  { texts: [head(name), ...column(72, 140, wrap(prose(index), 70))] },
  { texts: column(72, 90, wrap(prose(index + 50), 70)) },
]);
const firstPages = names.map((_name, index) => 5 + 2 * index);

/** Reads a book with the given contents on its second page, and on more where there are several. */
async function readWith(...contents: readonly (readonly PdfText[])[]): Promise<Book> {
  const title = { texts: [head('The Book of Harbours', 200, 24)] };
  const pages = [title, ...contents.map((texts) => ({ texts })), ...chapters];
  return await readPdf(buildPdf({ pages, info: { Title: 'The Book of Harbours' } }), { signal });
}

const row = (y: number, title: string, page: number | string, x = 72): PdfText[] => [
  { x, y, text: title },
  { x: x + 400, y, text: String(page) },
];
const rows = (top: number, step = 20, more: (index: number) => PdfText[] = () => []): PdfText[] =>
  names.flatMap((name, index) => [...row(top + index * step, name, firstPages[index] ?? 0), ...more(index)]);

describe('the printed contents of a PDF are left out whole', () => {
  it.each<[string, readonly (readonly PdfText[])[]]>([
    ['with the pages in a column of their own', [[head('Contents'), ...rows(140)]]],
    ['in a language of its own', [[head('Sumário'), ...rows(140)]]],
    [
      'with sections below each chapter',
      [
        [
          head('Contents'),
          ...rows(140, 60, (at) => [
            ...row(160 + at * 60, `Of section ${at} A`, 6 + 2 * at, 100),
            ...row(180 + at * 60, `Of section ${at} B`, 6 + 2 * at, 100),
          ]),
        ],
      ],
    ],
    [
      'with what happens in each chapter',
      [
        [
          head('Contents'),
          ...rows(140, 60, (at) =>
            column(90, 153 + at * 60, [
              'In which the boats come back to the harbour in the',
              'rain, and nobody has come down to the water yet.',
            ]),
          ),
        ],
      ],
    ],
    [
      'with parts in larger letters',
      [
        [
          head('Contents'),
          head('Part One', 130, 13),
          ...rows(160).slice(0, 6),
          head('Part Two', 230, 13),
          ...rows(200).slice(6),
        ],
      ],
    ],
    [
      'with the pages before the titles',
      [
        [
          head('Contents'),
          ...names.map((name, at) => ({ x: 72, y: 140 + at * 20, text: `${firstPages[at]}   ${name}` })),
        ],
      ],
    ],
    [
      'over two pages, without a heading on the second',
      [[head('Contents'), ...rows(140).slice(0, 6)], rows(60).slice(6)],
    ],
    [
      'over two pages, with long titles on the second',
      [
        [head('Contents'), ...rows(140)],
        Array.from({ length: 5 }, (_, at) => [
          { x: 72, y: 100 + at * 60, text: 'An appendix with a title that is so long that it is set' },
          { x: 90, y: 112 + at * 60, text: 'in several lines, of which only the last one has the' },
          { x: 90, y: 124 + at * 60, text: 'number of a page at its end' },
          { x: 472, y: 124 + at * 60, text: String(17 + at) },
        ]).flat(),
      ],
    ],
    [
      'with leaders of spaced dots',
      [
        [
          head('Contents'),
          ...names.map((name, at) => ({
            x: 72,
            y: 140 + at * 20,
            text: `${name} ${'. '.repeat(20)}${firstPages[at]}`,
          })),
        ],
      ],
    ],
    [
      'with dashes before the pages',
      [
        [
          head('Contents'),
          ...names.map((name, at) => ({ x: 72, y: 140 + at * 20, text: `${name} — ${firstPages[at]}` })),
        ],
      ],
    ],
    ['without pages', [[head('Contents'), ...names.map((name, at) => ({ x: 72, y: 140 + at * 20, text: name }))]]],
    [
      'without a heading, with leaders',
      [names.map((name, at) => ({ x: 72, y: 140 + at * 20, text: `${name} ${'.'.repeat(20)}${firstPages[at]}` }))],
    ],
    ['below a word in spaced capitals', [[head('C O N T E N T S'), ...rows(140)]]],
    [
      'in two columns',
      [
        [
          head('Contents'),
          ...[0, 1, 2].flatMap((at) => [
            { x: 72, y: 140 + at * 20, text: `${names[at]} ${firstPages[at]}` },
            { x: 330, y: 140 + at * 20, text: `${names[at + 3]} ${firstPages[at + 3]}` },
          ]),
        ],
      ],
    ],
    [
      'in the letters of headings',
      [
        [
          head('Contents'),
          ...names.map((name, at) => ({ ...head(`${name}  ${firstPages[at]}`, 140 + at * 30, 14), x: 72 })),
        ],
      ],
    ],
  ])('%s', async (_name, contents) => {
    const book = await readWith(...contents);
    expect(book.chapters.map(({ title }) => title)).toEqual(names);
    expect(book.chapters[0]?.blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph', 'paragraph']);
    expect(book.leftOut.map(({ reason }) => reason)).toContain('contents');
  });
});
