import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Cover } from '../../../core/book.ts';
import { sizeInWords } from '../../../text/count-words.ts';
import type { PdfPage } from '../layout/pdf-page.ts';
import { drawPage } from './draw-page.ts';
import { hasImage } from './has-image.ts';

/** Longer side of the cover in pixels. */
const coverPixels = 1400;
/** A page with more words is not a cover. */
const maxWords = 60;

/** Returns the first page as a picture if it shows one and little else; undefined otherwise, or when it cannot be drawn. */
export async function pageCover(document: PDFDocumentProxy, first: PdfPage | undefined): Promise<Cover | undefined> {
  if (first?.number !== 1 || wordsOf(first) > maxWords || !(await hasImage(document, 1))) return undefined;
  try {
    const page = await document.getPage(1);
    try {
      const { width, height } = page.getViewport({ scale: 1 });
      const canvas = await drawPage(page, coverPixels / Math.max(width, height));
      return { bytes: new Uint8Array(await canvas.encode('jpeg', 88)), mediaType: 'image/jpeg' };
    } finally {
      page.cleanup();
    }
  } catch {
    // A book can be read without its cover.
    return undefined;
  }
}

function wordsOf({ fragments }: PdfPage): number {
  return fragments.reduce((sum, { runs }) => sum + sizeInWords(runs.map(({ text }) => text).join('')), 0);
}
