import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { throwIfCanceled } from '../../../core/errors.ts';
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
  const imageOperators = await findImageOperators();
  let images = 0;
  for (const { number } of textless.slice(0, maxInspectedPages)) {
    throwIfCanceled(signal);
    if (await hasImage(document, number, imageOperators)) images += 1;
  }
  if (images === 0) return read;
  const atLeast = textless.length > maxInspectedPages ? 'At least ' : '';
  const text =
    images === 1
      ? 'page is an image without text and was left out. Text recognition reads it'
      : 'pages are images without text and were left out. Text recognition reads them';
  const warning = `${atLeast}${images} ${text} (--ocr, or the field ocr). It needs tesseract.`;
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
    // A page that cannot be drawn contains nothing to recognize.
    return false;
  }
}

async function findImageOperators(): Promise<ReadonlySet<number>> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { paintImageXObject, paintImageMaskXObject, paintInlineImageXObject, paintImageXObjectRepeat } = OPS;
  return new Set([paintImageXObject, paintImageMaskXObject, paintInlineImageXObject, paintImageXObjectRepeat]);
}
