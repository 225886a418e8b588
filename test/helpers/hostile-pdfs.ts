import { deflateSync } from 'node:zlib';
import { assemble, buildPdf, column } from './pdf-builder.ts';

const good = () =>
  buildPdf({ pages: [1, 2, 3].map((page) => ({ texts: column(72, 100, [`This is page ${page} of a small book.`]) })) });
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const changed = (from: string | RegExp, to: string) => Buffer.from(latin(good()).replace(from, to), 'latin1');

/** A page whose content is `size` blanks, compressed `times` times over. */
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

/** Pseudo-random bytes, the same on every run. */
function noise(length: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state >> 16;
  });
}

/** Files that mean harm or are broken, with the codes that they may end in; `ok` where the text can be saved. */
export const hostilePdfs: readonly {
  readonly name: string;
  readonly make: () => Uint8Array;
  readonly ends: readonly string[];
}[] = [
  { name: 'an empty file', make: () => new Uint8Array(), ends: ['book-damaged'] },
  { name: 'nothing but the first line', make: () => Buffer.from('%PDF-1.7\n'), ends: ['book-damaged'] },
  {
    name: 'noise after the first line',
    make: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(200_000)]),
    ends: ['book-damaged'],
  },
  {
    name: 'a page tree that holds itself',
    make: () => changed(/\/Kids \[[^\]]*\]/u, '/Kids [2 0 R 2 0 R]'),
    ends: ['book-damaged', 'book-no-text', 'ok'],
  },
  {
    name: 'a page count that is far too high',
    make: () => changed('/Count 3', '/Count 999999999'),
    ends: ['ok', 'book-too-large', 'book-damaged'],
  },
  { name: 'a page count that is too low', make: () => changed('/Count 3', '/Count 1'), ends: ['ok'] },
  { name: 'a negative page count', make: () => changed('/Count 3', '/Count -3'), ends: ['ok', 'book-damaged'] },
  {
    name: 'a file cut off in the middle',
    make: () => good().slice(0, Math.floor(good().length * 0.6)),
    ends: ['ok', 'book-damaged', 'book-no-text'],
  },
  {
    name: 'a cross-reference table at a wrong place',
    make: () => changed(/startxref\n\d+/u, 'startxref\n7'),
    ends: ['ok'],
  },
  {
    name: 'a cross-reference table that points to itself',
    make: () => changed('trailer\n<<', 'trailer\n<< /Prev 9'),
    ends: ['ok', 'book-damaged'],
  },
  { name: 'a page without content', make: () => changed(/\/Contents \d+ 0 R/gu, ''), ends: ['book-no-text'] },
  {
    name: 'a page of no size',
    make: () => changed(/\/MediaBox \[[^\]]*\]/gu, '/MediaBox [0 0 0 0]'),
    ends: ['ok', 'book-no-text'],
  },
  {
    name: 'text of enormous size',
    make: () => buildPdf({ pages: [{ texts: column(72, 100, ['Huge words here.'], { size: 1e9 }) }] }),
    ends: ['ok'],
  },
  { name: '30 MB of blanks on a page', make: () => bomb(30_000_000, 1), ends: ['book-no-text'] },
  { name: '30 MB of blanks, compressed three times', make: () => bomb(30_000_000, 3), ends: ['book-no-text'] },
  {
    name: '10,000 words on a page',
    make: () =>
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
    ends: ['ok'],
  },
  {
    name: 'bookmarks that go round in a circle',
    make: () =>
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
    ends: ['ok'],
  },
];
