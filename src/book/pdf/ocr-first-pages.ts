import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { throwIfCanceled } from '../../core/errors.ts';
import { detectLanguage } from '../detect-language.ts';
import { declaredLanguage } from './metadata.ts';
import { ocrLanguage } from './ocr-language.ts';
import { ocrPage } from './ocr-page.ts';
import type { OcrPage } from './ocr-page.ts';
import type { Recognize } from './ocr-types.ts';
import type { PdfPage, Run } from './page.ts';
import type { PdfOptions } from './pdf-options.ts';

/** What is known before the pages are recognised. */
export interface FirstPages {
  /** BCP-47 code of the language to read them in; undefined when the book does not tell. */
  readonly language: string | undefined;
  /** Pages that were read in it already, by their number; undefined where that failed. */
  readonly read: ReadonlyMap<number, OcrPage | undefined>;
}

/** Title pages say too little. */
const MOST_PAGES = 5;
const ENOUGH_CHARACTERS = 400;

/**
 * The language that the pages are to be read in: the declared one, else the one of the pages that have text, else the one
 * that the first pages seem to be in when they are read in whatever language the program takes by itself.
 */
export async function readFirstPages(
  document: PDFDocumentProxy,
  { pages, textless }: { readonly pages: readonly PdfPage[]; readonly textless: readonly number[] },
  recognize: Recognize,
  { signal, ocrLanguage: wanted }: PdfOptions,
): Promise<FirstPages> {
  const known =
    (await declaredLanguage(document)) ?? (await detectLanguage(textOf(pages.flatMap(({ fragments }) => fragments))));
  if (known !== undefined || wanted !== undefined) return { language: known, read: new Map() };
  const read = new Map<number, OcrPage | undefined>();
  let text = '';
  for (const number of textless.slice(0, MOST_PAGES)) {
    throwIfCanceled(signal);
    const page = await ocrPage(document, number, { recognize, language: undefined });
    read.set(number, page);
    text += `${page ? textOf([page]) : ''} `;
    if (text.length >= ENOUGH_CHARACTERS) break;
  }
  const language = await detectLanguage(text);
  const code = language === undefined ? undefined : ocrLanguage(language);
  const isReadAsOther = (page: OcrPage | undefined): boolean => page !== undefined && page.readAs !== code;
  return { language, read: code !== undefined && [...read.values()].some(isReadAsOther) ? new Map() : read };
}

function textOf(pieces: readonly { readonly runs: readonly Run[] }[]): string {
  return pieces.map(({ runs }) => runs.map(({ text }) => text).join('')).join(' ');
}
