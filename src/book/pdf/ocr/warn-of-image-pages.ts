import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { throwIfCanceled } from '../../../core/errors.ts';
import { hasImage } from '../document/has-image.ts';
import { isTextless } from './recognize-pages.ts';
import type { PdfOptions } from '../document/pdf-options.ts';
import type { ReadPages } from '../document/read-pages.ts';

/** Detecting images decodes them, which takes half a second for a scanned page. */
const maxInspectedPages = 30;

/** Adds a warning about pages that are images, in a book with text on other pages. Blank pages do not count. */
export async function warnOfImagePages(
  document: PDFDocumentProxy,
  read: ReadPages,
  { signal }: PdfOptions,
): Promise<ReadPages> {
  const textless = read.pages.filter(isTextless);
  if (textless.length === read.pages.length) return read;
  let images = 0;
  for (const { number } of textless.slice(0, maxInspectedPages)) {
    throwIfCanceled(signal);
    if (await hasImage(document, number)) images += 1;
  }
  if (images === 0) return read;
  const atLeast = textless.length > maxInspectedPages ? 'At least ' : '';
  const text =
    images === 1
      ? 'page is an image without text and was left out. Text recognition reads it'
      : 'pages are images without text and were left out. Text recognition reads them';
  const warning = `${atLeast}${images} ${text} (--ocr). It needs tesseract.`;
  return { ...read, warnings: [...read.warnings, warning] };
}
