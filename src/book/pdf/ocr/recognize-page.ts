import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AudiobookError } from '../../../core/errors.ts';
import { parseHocr } from './parse-hocr.ts';
import { ocrConfidence, ocrRuns } from './ocr-runs.ts';
import type { Recognize } from '../document/recognition.ts';
import type { Run } from '../layout/pdf-page.ts';
import { renderPage } from './render-page.ts';

/** A page as it was recognised. */
export interface RecognizedPage {
  readonly number: number;
  readonly runs: readonly Run[];
  /** Text that runs across the reading direction. */
  readonly rotated: readonly string[];
  /** From 0 to 100. */
  readonly confidence: number;
  /** Code of the language data that was used, as tesseract names it. */
  readonly readAs: string;
}

/** Draws a page and has its text recognised in a language (BCP-47); undefined for a page where either fails. */
export async function recognizePage(
  document: PDFDocumentProxy,
  number: number,
  { recognize, language }: { readonly recognize: Recognize; readonly language: string | undefined },
): Promise<RecognizedPage | undefined> {
  const image = await draw(document, number);
  const recognition = image && (await recognize({ ...image, ...(language !== undefined && { language }) }));
  if (image === undefined || recognition === undefined) return undefined;
  const lines = parseHocr(recognition.hocr);
  const upright = lines.filter((line) => !line.turned);
  return {
    number,
    runs: ocrRuns(upright, image.dotsPerInch),
    rotated: lines.filter((line) => line.turned).map(({ words }) => words.map(({ text }) => text).join(' ')),
    confidence: ocrConfidence(upright),
    readAs: recognition.readAs,
  };
}

async function draw(document: PDFDocumentProxy, number: number) {
  try {
    const page = await document.getPage(number);
    try {
      return await renderPage(page);
    } finally {
      page.cleanup();
    }
  } catch (thrown) {
    if (thrown instanceof AudiobookError) throw thrown;
    // Damaged, as other pages may not be; it is told with those that could not be recognised.
    return undefined;
  }
}
