import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AudiobookError } from '../../../core/errors.ts';
import { parseHocr } from './parse-hocr.ts';
import { ocrConfidence, ocrRuns } from './ocr-runs.ts';
import type { Recognize } from '../document/pdf-options.ts';
import type { Run } from '../layout/pdf-page.ts';
import { renderPage } from './render-page.ts';

/** The recognized text of a page. */
export interface RecognizedPage {
  readonly number: number;
  readonly runs: readonly Run[];
  /** Text across the reading direction. */
  readonly rotated: readonly string[];
  /** From 0 to 100. */
  readonly confidence: number;
  /** Tesseract codes of the language data that was used, joined by `+`. */
  readonly usedLanguage: string;
}

/** Draws a page and recognizes its text in a language (BCP-47). Returns undefined when either fails. */
export async function recognizePage(
  document: PDFDocumentProxy,
  number: number,
  { recognize, language }: { readonly recognize: Recognize; readonly language: string | undefined },
): Promise<RecognizedPage | undefined> {
  const image = await draw(document, number);
  const recognition = image && (await recognize({ ...image, language }));
  if (image === undefined || recognition === undefined) return undefined;
  const lines = parseHocr(recognition.hocr);
  const upright = lines.filter((line) => !line.isRotated);
  return {
    number,
    runs: ocrRuns(upright, image.dotsPerInch),
    rotated: lines.filter((line) => line.isRotated).map(({ words }) => words.map(({ text }) => text).join(' ')),
    confidence: ocrConfidence(upright),
    usedLanguage: recognition.usedLanguage,
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
    // Other pages may not be damaged. This one is reported with those that could not be recognized.
    return undefined;
  }
}
