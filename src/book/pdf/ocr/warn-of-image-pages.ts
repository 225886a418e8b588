import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { throwIfCanceled } from '../../../core/errors.ts';
import { isTextless } from './recognize-pages.ts';
import type { PdfOptions } from '../document/pdf-options.ts';
import type { ReadPages } from '../document/read-pages.ts';

/** Looking for images decodes them, which takes half a second for a scanned page. */
const maxInspectedPages = 30;

/** Warns of pages that are images only, in a book that has text on others; blank pages are none. */
export async function warnOfImagePages(
  document: PDFDocumentProxy,
  read: ReadPages,
  { signal }: PdfOptions,
): Promise<ReadPages> {
  const textless = read.pages.filter(isTextless);
  if (textless.length === read.pages.length) return read;
  const imageOperators = await operatorsOfImages();
  let images = 0;
  for (const { number } of textless.slice(0, maxInspectedPages)) {
    throwIfCanceled(signal);
    if (await hasImage(document, number, imageOperators)) images += 1;
  }
  if (images === 0) return read;
  const atLeast = textless.length > maxInspectedPages ? 'At least ' : '';
  const what = images === 1 ? 'page is an image' : 'pages are images';
  const warning = `${atLeast}${images} ${what} without text and left out; text recognition reads them (--ocr, or the field ocr); it needs tesseract.`;
  return { ...read, warnings: [...read.warnings, warning] };
}

async function hasImage(
  document: PDFDocumentProxy,
  number: number,
  imageOperators: ReadonlySet<number>,
): Promise<boolean> {
  try {
    const page = await document.getPage(number);
    try {
      const { fnArray } = await page.getOperatorList();
      return fnArray.some((operator) => imageOperators.has(operator));
    } finally {
      page.cleanup();
    }
  } catch {
    // What cannot be drawn holds nothing to recognise.
    return false;
  }
}

async function operatorsOfImages(): Promise<ReadonlySet<number>> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { paintImageXObject, paintImageMaskXObject, paintInlineImageXObject, paintImageXObjectRepeat } = OPS;
  return new Set([paintImageXObject, paintImageMaskXObject, paintInlineImageXObject, paintImageXObjectRepeat]);
}
