import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readBook } from '../../src/book/read-book.ts';
import { encryptPdf } from '../helpers/encrypt-pdf.ts';
import { makeReadAlong } from '../helpers/make-read-along.ts';
import type { MadeReadAlong } from '../helpers/make-read-along.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';
import type { PdfPageSpec } from '../helpers/pdf-builder.ts';
import {
  at,
  between,
  corners,
  flate,
  inColors,
  jpeg,
  jpegBytes,
  pixels,
  placed,
  plain,
  side,
  size,
  upright,
  words,
} from '../helpers/pdf-images.ts';
import { withFile } from '../helpers/read-fixture.ts';

const make = async (pages: readonly PdfPageSpec[], more: Partial<Parameters<typeof makeReadAlong>[0]> = {}) =>
  await makeReadAlong({ name: 'a.pdf', bytes: buildPdf({ pages }), ...more });
const shown = ({ page }: MadeReadAlong): string => page.filter((one) => !/^(?:walked|and)$/u.test(one)).join(' ');

describe('the pictures of a PDF', () => {
  it('are between its paragraphs, as they are on the page', async () => {
    const made = await make([between(plain)]);
    expect([shown(made), made.warnings, made.book.warnings]).toEqual(['Ada [Picture on page 1] Bob', [], []]);
    const [picture] = made.pictures;
    expect([made.pictures.length, await corners(picture?.bytes)]).toEqual([1, upright]);
  });

  it('are a JPEG as it is, but for the notes of the camera', async () => {
    const { pictures } = await make([between(jpeg)]);
    const { orientation, ...rest } = await sharp(pictures[0]?.bytes).metadata();
    expect([orientation, rest.width, rest.format]).toEqual([undefined, side, 'jpeg']);
    expect(jpegBytes.includes(pictures[0]?.bytes.subarray(-500) ?? '?')).toBe(true);
  });

  it('have the descriptions of a tagged document, and the language of the book', async () => {
    const page = between(jpeg, { alt: 'A  heron & “reeds”' });
    const made = await make([{ ...page, images: [...(page.images ?? []), placed(plain, 190, { x: 320 })] }]);
    expect(shown(made)).toBe('Ada [A heron &amp; “reeds”] [Picture on page 1] Bob');
    const texts = column(
      72,
      80,
      wrap('Der alte Mann ging am Abend mit dem Hund durch den Wald nach Hause. '.repeat(6), 66),
    );
    const german = await make([{ texts, images: [placed(jpeg, 400)] }]);
    expect(german.page.at(-1)).toBe('[Bild auf Seite 1]');
  });

  it('are left out where they are not illustrations: logos, small ones, masks, ornaments, scans below their text', async () => {
    const logo = flate(
      inColors,
      pixels.map((value) => 255 - value),
    );
    const stencil = { entries: `${size} /ImageMask true /BitsPerComponent 1`, data: Buffer.alloc(512, 0xaa) };
    const names = ['Ada', 'Bob', 'Cid', 'Dan'];
    const pages = names.map((name): PdfPageSpec => ({ texts: at(200, name), images: [placed(logo, 20)] }));
    const extra = [
      placed(plain, 500, { width: 20 }),
      placed(stencil, 400),
      placed(jpeg, 400, { isArtifact: true }),
      placed(flate('/Width 1 /Height 64 /ColorSpace /DeviceRGB /BitsPerComponent 8', pixels.subarray(0, 192)), 600),
    ];
    const scan: PdfPageSpec = {
      texts: at(200, 'Eve'),
      content: '3 Tr',
      images: [placed(jpeg, 0, { x: 0, width: 612, height: 792 })],
    };
    const made = await make([
      ...pages.map((page, index) => (index === 1 ? { ...page, images: [...(page.images ?? []), ...extra] } : page)),
      scan,
    ]);
    expect([shown(made), made.pictures.length]).toEqual(['Ada Bob Cid Dan Eve', 0]);
  });

  it('stand in their columns, on pages of their own, and are stored once', async () => {
    const columns: PdfPageSpec = {
      texts: [
        ...at(80, 'Ada', 60, 38),
        ...at(380, 'Bob', 60, 38),
        ...column(330, 80, wrap(`Cid ${words} ${words} ${words}`, 38)),
      ],
      images: [placed(jpeg, 580, { x: 330 }), placed(plain, 255, { x: 60, alt: 'Left' })],
    };
    const plate: PdfPageSpec = { texts: [], images: [placed(jpeg, 0, { x: 0, width: 612, height: 792 })] };
    const made = await make([columns, plate, { texts: at(80, 'Eve') }]);
    expect(shown(made)).toBe('Ada [Left] Bob Cid [Picture on page 1] [Picture on page 2] Eve');
    expect(made.pictures).toHaveLength(2);
  });

  it('are shown of an encrypted file', async () => {
    const bytes = encryptPdf(buildPdf({ pages: [between(jpeg), between(plain)] }), 'secret');
    const made = await make([], { bytes, password: 'secret' });
    expect([shown(made), made.warnings]).toEqual(['Ada [Picture on page 1] Bob Ada [Picture on page 2] Bob', []]);
    expect(await corners(made.pictures[0]?.bytes)).toBe(upright);
  });

  it('are left out with a warning when they are damaged or too large', async () => {
    const damaged = { ...plain, data: Buffer.from('no picture') };
    const huge = { ...plain, entries: plain.entries.replace(size, '/Width 30000 /Height 30000') };
    const made = await make([
      between({ ...jpeg, data: Buffer.from('no picture') }),
      between(damaged),
      between(huge),
      between(jpeg),
    ]);
    expect(shown(made)).toMatch(/\[Picture on page 4\] Bob$/u);
    expect(made.warnings).toEqual([
      expect.stringMatching(
        /^The read-along of a\.pdf is without 'page-1\/picture-1\/object-\d+' \(.+\), and \d more\.$/u,
      ),
    ]);
  });

  it('change nothing of what is spoken', async () => {
    const pages = [between(jpeg, { alt: 'A heron' }), { texts: [], images: [placed(plain, 200)] }, between(plain)];
    const { book } = await make(pages);
    const bytes = buildPdf({ pages: pages.map((page) => ({ ...page, images: [] })) });
    const { signal } = new AbortController();
    const without = await withFile('a.pdf', bytes, async (file) => await readBook(file, { signal }));
    const spoken = (chapters: typeof book.chapters) =>
      chapters.flatMap(({ blocks }) => blocks.map(({ kind, text, level }) => ({ kind, text, level })));
    expect(spoken(book.chapters)).toEqual(spoken(without.chapters));
  });
});
