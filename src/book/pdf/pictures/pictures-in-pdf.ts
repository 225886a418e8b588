import { addTo } from '../../../core/collections/add-to.ts';
import { AudiobookError } from '../../../core/errors.ts';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { FoundPicture } from '../../pictures/written-pictures.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { tooLarge } from '../../read-limits.ts';
import { openPdf } from '../document/open-pdf.ts';
import { copiedJpeg, withoutCameraNotes } from './copied-jpeg.ts';
import { encodePixels } from './encode-pixels.ts';
import { hidePixels, imageObjects } from './image-objects.ts';
import type { ImageObject, ImageObjects } from './image-objects.ts';
import { pageDrawing } from './page-drawing.ts';
import type { DrawnImage } from './page-drawing.ts';
import { preparedPixels } from './prepared-pixels.ts';

/** Options for opening the file of a PDF. */
export interface PdfAccess {
  readonly limits: ReadLimits;
  readonly password: string | undefined;
}

/** Pixels that are decoded for a page at most: PDF.js decodes all that are asked of a page at once. */
const maxPagePixels = 50_000_000;

/**
 * Yields pictures of a PDF by their sources, as `findPagePictures` names them: a plain JPEG as it is, others decoded, those of a
 * page at once. `file` is changed. Throws what opening the file throws.
 */
export async function* picturesInPdf(
  file: Buffer,
  sources: ReadonlySet<string>,
  { limits, password }: PdfAccess,
): AsyncGenerator<FoundPicture, void, undefined> {
  const objects = imageObjects(file);
  const decoded = new Map<number, RequestedPicture[]>();
  for (const request of [...sources].flatMap(toRequested)) {
    const { source, page, object = 0, isCopied } = request;
    const copied = objects.get(object)?.at(-1);
    if (isCopied && copied) yield { source, read: () => copy(file, copied, limits) };
    else addTo(decoded, page, request);
  }
  if (decoded.size === 0) return;
  hideOthers(file, objects, [...decoded.values()].flat());
  await using pdf = await openPdf(file, { limits, password, signal: new AbortController().signal });
  for (const [number, requested] of decoded) yield* picturesOfPage(pdf.document, number, { requested, objects });
}

function copy(file: Buffer, image: ImageObject, { coverBytes }: ReadLimits): Buffer {
  const jpeg = copiedJpeg(file, image);
  if (jpeg === undefined) throw damaged();
  if (jpeg.length > coverBytes) throw tooLarge('size of a picture', coverBytes, 'bytes');
  return withoutCameraNotes(jpeg);
}

interface RequestedPicture {
  readonly source: string;
  readonly page: number;
  readonly index: number;
  readonly object: number | undefined;
  readonly isCopied: boolean;
}

function toRequested(source: string): RequestedPicture[] {
  const [, page, index, object, ending] = /^page-(\d+)\/picture-(\d+)(?:\/object-(\d+))?(\.jpg)?$/u.exec(source) ?? [];
  if (page === undefined) return [];
  const numbers = {
    page: Number(page),
    index: Number(index),
    object: object === undefined ? undefined : Number(object),
  };
  return [{ source, ...numbers, isCopied: ending !== undefined }];
}

/** Hides the pixels of all images but those that are asked for, and their masks. */
function hideOthers(file: Buffer, objects: ImageObjects, requested: readonly RequestedPicture[]): void {
  const kept = new Set(requested.flatMap(({ object = 0 }) => [object, ...masksOf(objects, object)]));
  for (const [number, all] of objects) if (!kept.has(number)) for (const one of all) hidePixels(file, one);
}

function masksOf(objects: ImageObjects, object: number): number[] {
  const dictionaries = (objects.get(object) ?? []).map(({ dictionary }) => dictionary).join(' ');
  return [...dictionaries.matchAll(/\/S?Mask\s+(\d{1,8})\s+\d+\s+R/gu)].map(([, number]) => Number(number));
}

interface PageRequest {
  readonly requested: readonly RequestedPicture[];
  readonly objects: ImageObjects;
}

async function* picturesOfPage(
  document: PDFDocumentProxy,
  number: number,
  { requested, objects }: PageRequest,
): AsyncGenerator<FoundPicture, void, undefined> {
  const pixels = new Set(requested.flatMap(({ object = 0 }) => [object, ...masksOf(objects, object)]));
  const sizes = [...pixels].map((object) =>
    Math.max(0, ...(objects.get(object) ?? []).map((one) => one.width * one.height)),
  );
  if (sizes.reduce((sum, size) => sum + size, 0) > maxPagePixels) {
    const read = () => {
      throw tooLarge(`pictures on page ${number}`, maxPagePixels / 1_000_000, 'million pixels');
    };
    for (const { source } of requested) yield { source, read };
    return;
  }
  const page = await drawn(document, number);
  try {
    for (const { source, index } of requested) {
      yield { source, read: async () => await decode(page?.page, page?.images[index - 1]) };
    }
  } finally {
    page?.page.cleanup();
  }
}

/** Returns a page with its images prepared; undefined when it cannot be drawn. */
async function drawn(document: PDFDocumentProxy, number: number) {
  try {
    const page = await document.getPage(number);
    return { page, images: (await pageDrawing(document, page)).images };
  } catch {
    return undefined;
  }
}

async function decode(page: PDFPageProxy | undefined, image: DrawnImage | undefined): Promise<Buffer> {
  const pixels = page && image && (await preparedPixels(page, image.pixels));
  if (pixels === undefined) throw damaged();
  return await encodePixels(pixels, image?.matrix ?? [1, 0, 0, -1, 0, 0]);
}

function damaged(): AudiobookError {
  return new AudiobookError('book-damaged', 'It cannot be decoded.');
}
