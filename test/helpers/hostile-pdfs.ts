import { deflateSync } from 'node:zlib';
import { assemble, buildPdf, column } from './pdf-builder.ts';
import { seededRandom } from './seeded-random.ts';

const good = () =>
  buildPdf({ pages: [1, 2, 3].map((page) => ({ texts: column(72, 100, [`This is page ${page} of a small book.`]) })) });
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const changed = (from: string | RegExp, to: string) => Buffer.from(latin(good()).replace(from, to), 'latin1');

/** A page whose content is `size` spaces, compressed `times` times. */
function bomb(size: number, times: number): Uint8Array {
  let data = deflateSync(Buffer.alloc(size, ' '), { level: 9 });
  for (let round = 1; round < times; round += 1) data = deflateSync(data, { level: 9 });
  const filters = '/FlateDecode '.repeat(times);
  return assemble(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>',
      `<< /Length ${data.length} /Filter [${filters}] >>\nstream\n${data.toString('latin1')}\nendstream`,
    ],
    1,
  );
}

function noise(length: number): Uint8Array {
  const random = seededRandom(12_345);
  return Uint8Array.from({ length }, () => random() * 256);
}

/** Hostile and broken files with the error codes they may end in, or `ok` where the text can be read. */
export const hostilePdfs: readonly {
  readonly name: string;
  readonly build: () => Uint8Array;
  readonly outcomes: readonly string[];
}[] = [
  { name: 'an empty file', build: () => new Uint8Array(), outcomes: ['book-damaged'] },
  { name: 'only the first line', build: () => Buffer.from('%PDF-1.7\n'), outcomes: ['book-damaged'] },
  {
    name: 'noise after the first line',
    build: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(200_000)]),
    outcomes: ['book-damaged'],
  },
  {
    name: 'a page tree that contains itself',
    build: () => changed(/\/Kids \[[^\]]*\]/u, '/Kids [2 0 R 2 0 R]'),
    outcomes: ['book-damaged', 'book-no-text', 'ok'],
  },
  {
    name: 'a page count that is far too high',
    build: () => changed('/Count 3', '/Count 999999999'),
    outcomes: ['ok', 'book-too-large', 'book-damaged'],
  },
  { name: 'a page count that is too low', build: () => changed('/Count 3', '/Count 1'), outcomes: ['ok'] },
  { name: 'a negative page count', build: () => changed('/Count 3', '/Count -3'), outcomes: ['ok', 'book-damaged'] },
  {
    name: 'a truncated file',
    build: () => good().slice(0, Math.floor(good().length * 0.6)),
    outcomes: ['ok', 'book-damaged', 'book-no-text'],
  },
  {
    name: 'a wrong position of the cross-reference table',
    build: () => changed(/startxref\n\d+/u, 'startxref\n7'),
    outcomes: ['ok'],
  },
  {
    name: 'a cross-reference table that points to itself',
    build: () => changed('trailer\n<<', 'trailer\n<< /Prev 9'),
    outcomes: ['ok', 'book-damaged'],
  },
  { name: 'a page without content', build: () => changed(/\/Contents \d+ 0 R/gu, ''), outcomes: ['book-no-text'] },
  {
    name: 'a page without a size',
    build: () => changed(/\/MediaBox \[[^\]]*\]/gu, '/MediaBox [0 0 0 0]'),
    outcomes: ['ok', 'book-no-text'],
  },
  {
    name: 'text of enormous size',
    build: () => buildPdf({ pages: [{ texts: column(72, 100, ['Huge words here.'], { size: 1e9 }) }] }),
    outcomes: ['ok'],
  },
  { name: '30 MB of spaces on a page', build: () => bomb(30_000_000, 1), outcomes: ['book-no-text'] },
  { name: '30 MB of spaces, compressed three times', build: () => bomb(30_000_000, 3), outcomes: ['book-no-text'] },
  {
    name: '10,000 words on a page',
    build: () =>
      buildPdf({
        pages: [
          {
            texts: Array.from({ length: 10_000 }, (_, index) => ({
              x: (index * 37) % 600,
              y: (index * 53) % 790,
              text: 'word',
              size: 4,
            })),
          },
        ],
      }),
    outcomes: ['ok'],
  },
  {
    name: 'bookmarks that form a cycle',
    build: () =>
      Buffer.from(
        latin(
          buildPdf({
            pages: [{ texts: column(72, 100, ['A page of words.']) }],
            outline: [
              { title: 'One', page: 0 },
              { title: 'Two', page: 0 },
            ],
          }),
        ).replace(/\/Prev (\d+) 0 R/u, '/Next $1 0 R'),
        'latin1',
      ),
    outcomes: ['ok'],
  },
];
