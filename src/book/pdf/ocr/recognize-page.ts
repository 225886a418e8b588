import { parseHocr } from './parse-hocr.ts';
import { ocrConfidence, ocrRuns } from './ocr-runs.ts';
import type { Recognize } from '../document/pdf-options.ts';
import type { Run } from '../layout/pdf-page.ts';
import type { PageSource } from './page-source.ts';

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
  pages: PageSource,
  number: number,
  { recognize, language }: { readonly recognize: Recognize; readonly language: string | undefined },
): Promise<RecognizedPage | undefined> {
  const image = await pages.draw(number);
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
