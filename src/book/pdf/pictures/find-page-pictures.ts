import { createHash } from 'node:crypto';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdf } from '../document/open-pdf.ts';
import type { PdfOptions } from '../document/pdf-options.ts';
import type { PagePicture } from '../layout/pdf-page.ts';
import { copiedJpeg } from './copied-jpeg.ts';
import { hidePixels, imageObjects, objectNumber } from './image-objects.ts';
import type { ImageObject } from './image-objects.ts';
import { pageAlts } from './page-alts.ts';
import { pageDrawing } from './page-drawing.ts';
import type { DrawnImage, PageDrawing } from './page-drawing.ts';
import type { Matrix } from '../document/matrix.ts';
import { preparedPixels } from './prepared-pixels.ts';
import type { PreparedPixels } from './prepared-pixels.ts';

/** The pictures on the pages of a PDF, and messages about pages where they were not found. */
export interface FoundPagePictures {
  readonly pictures: readonly PagePicture[];
  readonly warnings: readonly string[];
}

/** Half an inch: anything smaller is an initial, a formula, an ornament or a rule. Points. */
const minSide = 36;
/** Fewer pixels are an area of one colour, or a gradient. */
const minPixels = 16;
/** The same image on as many pages is a logo or a background. */
const minRepeats = 3;
/** A picture that covers this share of the page fills it. */
const fullShare = 0.85;

/** Finding pictures may take this share of the time for reading. */
const timeShare = 0.5;

/**
 * Finds the pictures on the pages of a PDF, without decoding them; `file` is changed. Drawings of lines, masks, the scan below
 * recognized text and what repeats on many pages are not pictures. Throws what opening the file throws.
 */
export async function findPagePictures(
  file: Buffer,
  options: PdfOptions & { readonly seconds: number },
): Promise<FoundPagePictures> {
  const images = new Map([...imageObjects(file)].map(([number, all]) => [number, describe(file, all)]));
  for (const { all } of images.values()) for (const one of all) hidePixels(file, one);
  await using pdf = await openPdf(file, options);
  const { document } = pdf;
  const start = process.cpuUsage();
  const found: FoundOnPage[] = [];
  const damaged: number[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { user, system } = process.cpuUsage(start);
    if (user + system > options.seconds * timeShare * 1e6) {
      const warning = `The read-along is without the pictures from page ${page} on: finding them took too long.`;
      return { pictures: withoutRepeats(found), warnings: [...warningOf(damaged), warning] };
    }
    try {
      found.push(...(await picturesOn(document, page, images)));
    } catch {
      damaged.push(page);
    }
  }
  return { pictures: withoutRepeats(found), warnings: warningOf(damaged) };
}

function warningOf([first, ...others]: readonly number[]): readonly string[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more, which are damaged`;
  return [`The read-along is without the pictures on page ${first}${more === '' ? ', which is damaged' : more}.`];
}

/** An image of the file, and what was read of it before its pixels were hidden. */
interface DescribedImage {
  readonly all: readonly ImageObject[];
  readonly last: ImageObject;
  readonly isCopied: boolean;
  /** Equal for images that are stored more than once. */
  readonly content: string;
}

function describe(file: Buffer, all: readonly ImageObject[]): DescribedImage {
  const last = all.at(-1);
  if (last === undefined) throw new RangeError('There is no image.');
  const start = file.subarray(last.data, last.data + contentBytes);
  const end = start.indexOf('endstream');
  const hash = createHash('sha256').update(`${last.width} ${last.height} `);
  const content = hash.update(end === -1 ? start : start.subarray(0, end)).digest('hex');
  return { all, last, isCopied: copiedJpeg(file, last) !== undefined, content };
}

/** As many bytes distinguish pictures. */
const contentBytes = 16_384;

interface FoundOnPage extends PagePicture {
  readonly content: string | undefined;
}

async function picturesOn(
  document: PDFDocumentProxy,
  number: number,
  images: ReadonlyMap<number, DescribedImage>,
): Promise<FoundOnPage[]> {
  const page = await document.getPage(number);
  try {
    const drawing = await pageDrawing(document, page);
    const shown = drawing.isScan ? [] : drawing.images.filter((image) => !image.isHidden && isLarge(image, drawing));
    if (shown.length === 0) return [];
    const alts = await pageAlts(page);
    const found: FoundOnPage[] = [];
    for (const image of shown) {
      const named = nameOf(image, await preparedPixels(page, image.pixels), images);
      if (named === undefined) continue;
      const { content } = named;
      const alt = image.part === undefined ? undefined : alts.get(image.part);
      const source = `page-${number}/${named.name}`;
      found.push({ page: number, source, alt, ...placeOf(image, drawing), content });
    }
    return found;
  } finally {
    page.cleanup();
  }
}

/** Returns the name of an image on its page, and what is equal for equal images; undefined for one that is not a picture. */
function nameOf(
  { index, matrix }: DrawnImage,
  pixels: PreparedPixels | undefined,
  images: ReadonlyMap<number, DescribedImage>,
): { readonly name: string; readonly content: string | undefined } | undefined {
  const object = objectNumber(pixels?.ref ?? '');
  const image = images.get(object);
  const size = image?.last ?? pixels;
  if (size === undefined || Math.min(size.width, size.height) < minPixels) return undefined;
  if (image === undefined) return { name: `picture-${index}`, content: undefined };
  const ending = image.isCopied && isUpright(matrix) ? '.jpg' : '';
  return { name: `picture-${index}/object-${object}${ending}`, content: image.content };
}

/** Returns the part of the page that an image covers. */
function placeOf({ matrix: [a, b, c, d, e, f] }: DrawnImage, { width, height }: PageDrawing) {
  const [left, right] = [Math.min(0, a, c, a + c) + e, Math.max(0, a, c, a + c) + e];
  const [top, bottom] = [Math.min(0, b, d, b + d) + f, Math.max(0, b, d, b + d) + f];
  const box = {
    left: Math.max(0, left),
    right: Math.min(width, right),
    top: Math.max(0, top),
    bottom: Math.min(height, bottom),
  };
  const area = (box.right - box.left) * (box.bottom - box.top);
  return { ...box, fillsPage: area >= fullShare * width * height };
}

function isLarge(image: DrawnImage, drawing: PageDrawing): boolean {
  const { left, right, top, bottom } = placeOf(image, drawing);
  return Math.min(right - left, bottom - top) >= minSide;
}

/** Pages are measured from the top, images from the bottom. */
function isUpright([a, b, c, d]: Matrix): boolean {
  return a > 0 && d < 0 && Math.abs(b) < a * skew && Math.abs(c) < -d * skew;
}

/** A picture that leans less is shown straight. */
const skew = 0.1;

function withoutRepeats(found: readonly FoundOnPage[]): PagePicture[] {
  const pages = new Map<string, Set<number>>();
  for (const { content, page } of found) {
    if (content !== undefined) pages.set(content, (pages.get(content) ?? new Set()).add(page));
  }
  return found.flatMap(({ content, ...picture }) =>
    (pages.get(content ?? '')?.size ?? 0) >= minRepeats ? [] : [picture],
  );
}
