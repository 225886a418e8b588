import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findPagePictures } from '../../src/book/pdf/pictures/find-page-pictures.ts';
import { readBook } from '../../src/book/read-book.ts';
import { limitsOf } from '../../src/book/read-limits.ts';
import { encryptPdf } from '../helpers/encrypt-pdf.ts';
import { epubcheck, noEpubcheck } from '../helpers/epubcheck.ts';
import { makeReadAlong } from '../helpers/make-read-along.ts';
import type { MadeReadAlong } from '../helpers/make-read-along.ts';
import { buildPdf, column, wrap } from '../helpers/pdf-builder.ts';
import type { PdfImage, PdfPageSpec, PlacedImage } from '../helpers/pdf-builder.ts';
import { withFile } from '../helpers/read-fixture.ts';

const side = 64;
const size = `/Width ${side} /Height ${side}`;
const inColors = `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
/** Left half red, right half blue; the upper half darker. */
const pixels = Buffer.from(
  Array.from({ length: side * side }, (_, at) => {
    const value = at < (side * side) / 2 ? 128 : 255;
    return at % side < side / 2 ? [value, 0, 0] : [0, 0, value];
  }).flat(),
);
const raw = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
/** With a note of a camera that turns it, which a PDF ignores. */
const jpegBytes = await raw.clone().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
const cmykBytes = await raw.clone().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();

const jpeg: PdfImage = { entries: `${inColors} /Filter /DCTDecode`, data: jpegBytes };
const flate = (entries: string, data: Uint8Array): PdfImage => ({
  entries: `${entries} /Filter /FlateDecode`,
  data: deflateSync(data),
});
const plain = flate(inColors, pixels);
/** A black square on white, coded for fax machines (ITU-T T.6). */
const fax = Buffer.from('//81A1f//////////////+P//gAgAg==', 'base64');
const oneBit = `${size} /ColorSpace /DeviceGray /BitsPerComponent 1`;
const jpx = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAw8HAAAAAAAPY29scgEAAAAAABAAAAC7anAyY/9P/1EALwAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAw8BAQ8BAQ8BAf9SAAwAAAABAQUEBAAB/1wAE0CAiIiQiIiQiIiQiIiQiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAANAAB/5PP/BAMCJDe3xgwCz2L/mCAA+PiWYCiIAs9gICAgICAgICAgICAgP/Z',
  'base64',
);

/** A page of a file for bilevel images, with the picture in the coding of fax machines (ITU-T T.88). */
function jbig2(): Buffer {
  const page = Buffer.alloc(19);
  const region = Buffer.alloc(18);
  for (const part of [page, region]) {
    part.writeUInt32BE(side, 0);
    part.writeUInt32BE(side, 4);
  }
  region[17] = 1;
  return Buffer.concat([segment(0, 0x30, page), segment(1, 0x26, Buffer.concat([region, fax]))]);
}

function segment(number: number, type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, number, type, 0, 1, 0, 0, 0, data.length]), data]);
}

const words = 'walked along the quay before the lamps were lit, and told the harbour master all of it. '
  .repeat(5)
  .trim();
const at = (y: number, name: string, x = 72, width = 66) => column(x, y, wrap(`${name} ${words}`, width));
const placed = (image: PdfImage, y: number, more: Partial<PlacedImage> = {}): PlacedImage => {
  return { image, x: 200, y, width: 100, height: 100, ...more };
};
/** A page with a picture between two paragraphs. */
const between = (image: PdfImage, more: Partial<PlacedImage> = {}): PdfPageSpec => ({
  texts: [...at(80, 'Ada'), ...at(320, 'Bob')],
  images: [placed(image, 190, more)],
});
const make = async (pages: readonly PdfPageSpec[], more: Partial<Parameters<typeof makeReadAlong>[0]> = {}) =>
  await makeReadAlong({ name: 'a.pdf', bytes: buildPdf({ pages }), ...more });
const shown = ({ page }: MadeReadAlong): string => page.filter((one) => !/^(?:walked|and)$/u.test(one)).join(' ');

/** Returns the colours of the corners of a picture, from the upper left in the direction of reading. */
async function corners(picture: Uint8Array | undefined): Promise<string> {
  const image = sharp(picture).toColourspace('srgb').removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const colorAt = (x: number, y: number): string => {
    const [red = 0, , blue = 0] = data.subarray((y * width + x) * channels);
    if (Math.abs(red - blue) < 40) return red > 128 ? 'white' : 'black';
    return `${Math.max(red, blue) < 190 ? 'dark ' : ''}${red > blue ? 'red' : 'blue'}`;
  };
  const [right, bottom] = [width - 4, height - 4];
  return [colorAt(3, 3), colorAt(right, 3), colorAt(3, bottom), colorAt(right, bottom)].join(', ');
}

const upright = 'dark red, dark blue, red, blue';

describe('the pictures of a PDF', () => {
  it.each<[string, PdfPageSpec, corners: string]>([
    ['a JPEG', between(jpeg), upright],
    [
      'a JPEG in inks',
      between({
        entries: `${size} /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Decode [1 0 1 0 1 0 1 0] /Filter /DCTDecode`,
        data: cmykBytes,
      }),
      'dark red, dark blue, red, dark blue',
    ],
    ['packed colours', between(plain), upright],
    [
      'a palette with a mask',
      between({
        ...flate(
          `${size} /ColorSpace [/Indexed /DeviceRGB 1 <800000 0000ff>] /BitsPerComponent 8`,
          pixels.filter((_, index) => index % 3 === 2).map((blue) => (blue > 0 ? 1 : 0)),
        ),
        mask: flate(`${size} /ColorSpace /DeviceGray /BitsPerComponent 8`, Buffer.alloc(side * side, 200)),
      }),
      'dark red, blue, dark red, blue',
    ],
    [
      'fax',
      between({
        entries: `${oneBit} /DecodeParms << /K -1 /Columns ${side} /Rows ${side} >> /Filter /CCITTFaxDecode`,
        data: fax,
      }),
      'white, white, white, white',
    ],
    ['JBIG2', between({ entries: `${oneBit} /Filter /JBIG2Decode`, data: jbig2() }), 'white, white, white, white'],
    ['JPEG 2000', between({ entries: `${size} /Filter /JPXDecode`, data: jpx }), 'red, red, blue, blue'],
    ['a turned JPEG', between(jpeg, { isTurned: true }), 'dark blue, blue, dark red, red'],
    [
      'an inline image',
      {
        texts: [...at(80, 'Ada'), ...at(320, 'Bob')],
        content: `q 100 0 0 100 200 492 cm BI /W ${side} /H ${side} /CS /RGB /BPC 8 /F /AHx ID ${pixels.toString('hex')}> EI Q`,
      },
      upright,
    ],
  ])('are between its paragraphs, as they are on the page: %s', async (_kind, page, expected) => {
    const made = await make([page]);
    expect([shown(made), made.warnings, made.book.warnings]).toEqual(['Ada [Picture on page 1] Bob', [], []]);
    const [picture] = made.pictures;
    expect([made.pictures.length, await corners(picture?.bytes)]).toEqual([1, expected]);
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

  it('are left out where they are none: logos, small ones, masks, ornaments, scans below their text', async () => {
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

  it('are left out with a warning when finding them takes too long', async () => {
    const file = buildPdf({ pages: [between(jpeg)] });
    expect(
      await findPagePictures(Buffer.from(file), {
        limits: limitsOf({}),
        signal: new AbortController().signal,
        seconds: 0,
      }),
    ).toEqual({
      pictures: [],
      warnings: ['The read-along is without the pictures from page 1 on: finding them took too long.'],
    });
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

  it.skipIf(noEpubcheck)('make a valid EPUB', async () => {
    const { file } = await make([between(jpeg), between(plain)]);
    expect(await epubcheck(file)).toEqual([]);
  });
});
