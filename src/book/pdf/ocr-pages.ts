import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { toFragments } from './fragments.ts';
import { declaredLanguage } from './metadata.ts';
import { ocrLanguage } from './ocr-language.ts';
import { ocrLines } from './ocr-lines.ts';
import { evenSizes, ocrConfidence, ocrRuns } from './ocr-runs.ts';
import type { Recognize } from './ocr-types.ts';
import type { PdfPage, Run } from './page.ts';
import type { PdfOptions } from './pdf-options.ts';
import type { ReadPages } from './read-pages.ts';
import { renderPage } from './render-page.ts';

/** Clean print gives 90 and more; below this, about every tenth word is wrong. */
const SURE_CONFIDENCE = 75;

interface OcrPage {
  readonly number: number;
  readonly runs: readonly Run[];
  readonly rotated: readonly string[];
  readonly confidence: number;
  readonly readAs: string;
}

/** Reads the pages that have no text by text recognition, one after the other. Pages that have text keep it. */
export async function withOcrPages(
  document: PDFDocumentProxy,
  read: ReadPages,
  recognize: Recognize,
  { signal }: PdfOptions,
): Promise<ReadPages> {
  const language = await declaredLanguage(document);
  const found: OcrPage[] = [];
  const failed: number[] = [];
  for (const { number } of read.pages.filter(isTextless)) {
    throwIfCanceled(signal);
    const page = await ocrPage(document, number, { recognize, language });
    if (page === undefined) failed.push(number);
    else found.push(page);
  }
  throwIfCanceled(signal);
  const runs = evenSizes(found.map((page) => page.runs));
  const byNumber = new Map(
    found.map(({ number, rotated }, index) => [number, { rotated, fragments: toFragments(runs[index] ?? []) }]),
  );
  return {
    pages: read.pages.map((page) => ({ ...page, ...byNumber.get(page.number) })),
    leftOut: [
      ...read.leftOut,
      ...failed.map((number) => ({ document: `page ${number}`, reason: 'unreadable' as const, words: 0 })),
    ],
    warnings: [...read.warnings, ...ocrWarnings(found, failed, language)],
  };
}

/** Whether a page holds no text: blank, or an image. */
export function isTextless(page: PdfPage): boolean {
  return page.fragments.length === 0 && page.rotated.length === 0;
}

async function ocrPage(
  document: PDFDocumentProxy,
  number: number,
  { recognize, language }: { readonly recognize: Recognize; readonly language: string | undefined },
): Promise<OcrPage | undefined> {
  const image = await draw(document, number);
  const recognition = image && (await recognize({ ...image, ...(language !== undefined && { language }) }));
  if (image === undefined || recognition === undefined) return undefined;
  const lines = ocrLines(recognition.hocr);
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

function ocrWarnings(found: readonly OcrPage[], failed: readonly number[], language: string | undefined): string[] {
  const unsure = found.filter(({ runs, confidence }) => runs.length > 0 && confidence < SURE_CONFIDENCE);
  const wanted = language === undefined ? undefined : ocrLanguage(language);
  const other = found.find(({ readAs }) => wanted !== undefined && readAs !== wanted)?.readAs;
  return [
    ...(failed.length > 0 ? [`Text recognition failed on ${pageList(failed)}, left out.`] : []),
    ...(unsure.length > 0
      ? [`Text recognition was unsure on ${pageList(unsure.map(({ number }) => number))}; look the text over.`]
      : []),
    ...(other === undefined
      ? []
      : [`The book’s language is ${language}, but tesseract has no data for ${wanted} and read it as ${other}.`]),
  ];
}

function pageList(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 20).join(', ');
  const more = numbers.length > 20 ? ` and ${numbers.length - 20} more` : '';
  return `${numbers.length === 1 ? 'page' : 'pages'} ${shown}${more}`;
}
