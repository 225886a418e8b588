import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findPagePictures } from '../../src/book/pdf/pictures/find-page-pictures.ts';
import { picturesInPdf } from '../../src/book/pdf/pictures/pictures-in-pdf.ts';
import { limitsOf } from '../../src/book/read-limits.ts';
import { encryptPdf } from '../helpers/encrypt-pdf.ts';
import { buildPdf } from '../helpers/pdf-builder.ts';
import type { PdfPageSpec } from '../helpers/pdf-builder.ts';
import {
  between,
  corners,
  flate,
  imageKinds,
  inColors,
  jpeg,
  pixels,
  placed,
  plain,
  side,
  upright,
} from '../helpers/pdf-images.ts';

const limits = limitsOf({});
const { signal } = new AbortController();

/** Finds the pictures of a PDF. Each call gets its own bytes: they are changed. */
async function find(pdf: Uint8Array, { seconds = 60, password = undefined as string | undefined } = {}) {
  return await findPagePictures(Buffer.from(pdf), { limits, signal, seconds, password });
}

/** Finds the pictures and reads each: its bytes, or the message of its error. */
async function read(
  pdf: Uint8Array,
  { coverBytes = limits.coverBytes, password = undefined as string | undefined } = {},
) {
  const { pictures } = await find(pdf, { password });
  const sources = new Set(pictures.map(({ source }) => source));
  const found = new Map<string, Buffer | string>();
  for await (const picture of picturesInPdf(Buffer.from(pdf), sources, {
    limits: { ...limits, coverBytes },
    password,
  })) {
    const bytes = (async () => await picture.read())();
    found.set(picture.source, await bytes.catch((error: unknown) => (error instanceof Error ? error.message : '')));
  }
  return [...found.values()];
}

const pdfOf = (...pages: readonly PdfPageSpec[]): Uint8Array => buildPdf({ pages });

describe('pictures on pages', () => {
  it.each(imageKinds)('are read as they are on the page: %s', async (_kind, page, expected) => {
    const [picture, ...others] = await read(pdfOf(page));
    expect(others).toEqual([]);
    expect(await corners(Buffer.isBuffer(picture) ? picture : undefined)).toBe(expected);
  });

  it('are found at their places, from the top left in points, with their descriptions', async () => {
    const { pictures, warnings } = await find(pdfOf(between(jpeg, { alt: 'A  heron' }), between(plain)));
    const place = { left: 200, right: 300, top: 190, bottom: 290, fillsPage: false };
    expect(warnings).toEqual([]);
    expect(pictures).toEqual([
      { page: 1, source: expect.stringMatching(/^page-1\/picture-1\/object-\d+\.jpg$/u), alt: 'A heron', ...place },
      { page: 2, source: expect.stringMatching(/^page-2\/picture-1\/object-\d+$/u), alt: undefined, ...place },
    ]);
  });

  it('fill the page when they cover it, and end where it ends', async () => {
    const whole = { x: -100, y: 0, width: 900, height: 792 };
    const { pictures } = await find(pdfOf({ texts: [], images: [placed(jpeg, 0, whole)] }));
    expect(pictures).toMatchObject([{ left: 0, right: 612, top: 0, bottom: 792, fillsPage: true }]);
  });

  it('are left out where they are small, not content of the page, or on three pages', async () => {
    const logo = flate(inColors, pixels.toReversed());
    const thin = flate('/Width 1 /Height 64 /ColorSpace /DeviceRGB /BitsPerComponent 8', pixels.subarray(0, 192));
    const images = [placed(plain, 500, { width: 20 }), placed(jpeg, 400, { isArtifact: true }), placed(thin, 600)];
    const pages = [0, 1, 2].map((): PdfPageSpec => ({ texts: [], images: [placed(logo, 20)] }));
    expect(await find(pdfOf(...pages, { texts: [], images }))).toEqual({ pictures: [], warnings: [] });
  });

  it('are read from an encrypted file with its password', async () => {
    const pdf = encryptPdf(pdfOf(between(jpeg), between(plain)), 'secret');
    const pictures = await read(pdf, { password: 'secret' });
    expect(
      await Promise.all(pictures.map(async (one) => await corners(Buffer.isBuffer(one) ? one : undefined))),
    ).toEqual([upright, upright]);
  });

  it('that are large shrink to what a screen shows', async () => {
    const [width, height] = [9000, 30];
    const entries = `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
    const wide = flate(entries, Buffer.alloc(width * height * 3, 90));
    const [picture] = await read(pdfOf(between(wide)));
    const { width: shownWidth, height: shownHeight } = await sharp(
      Buffer.isBuffer(picture) ? picture : undefined,
    ).metadata();
    expect([shownWidth, shownHeight]).toEqual([3000, 10]);
  });

  it('are JPEGs of photographs, PNGs of drawings', async () => {
    const many = Buffer.from(Array.from({ length: side * side * 3 }, (_, index) => (index * index * 7919) % 65_521));
    const pictures = await read(pdfOf(between(flate(inColors, many)), between(plain)));
    const formats = pictures.map(
      async (one) => (await sharp(Buffer.isBuffer(one) ? one : undefined).metadata()).format,
    );
    expect(await Promise.all(formats)).toEqual(['jpeg', 'png']);
  });

  it('fail alone, each with its reason', async () => {
    const huge = { ...plain, entries: plain.entries.replaceAll(`${side}`, '30000') };
    const damaged = { ...jpeg, data: Buffer.from('no picture') };
    expect(await read(pdfOf(between(huge), between(damaged), between(jpeg)), { coverBytes: 100 })).toEqual([
      'The book exceeds a limit: size of a picture, at most 100 bytes.',
      'The book exceeds a limit: pictures on page 1, at most 50 million pixels.',
      'It cannot be decoded.',
    ]);
  });

  it('that are not in the file are not read', async () => {
    const sources = new Set(['page-7/picture-1', 'page-1/picture-9/object-99.jpg', 'elsewhere']);
    const failed: string[] = [];
    for await (const { source, read: readOne } of picturesInPdf(Buffer.from(pdfOf(between(jpeg))), sources, {
      limits,
      password: undefined,
    })) {
      await expect((async () => await readOne())()).rejects.toThrow('It cannot be decoded.');
      failed.push(source);
    }
    expect(failed.toSorted()).toEqual(['page-1/picture-9/object-99.jpg', 'page-7/picture-1']);
  });

  it('are left out with a warning when finding them takes too long', async () => {
    expect(await find(pdfOf(between(jpeg)), { seconds: 0 })).toEqual({
      pictures: [],
      warnings: ['The read-along is without the pictures from page 1 on: finding them took too long.'],
    });
  });
});
