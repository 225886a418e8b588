import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { throwIfCanceled } from '../../../core/errors.ts';
import { detectLanguage } from '../../detect-language.ts';
import { declaredPdfLanguage } from '../document/read-pdf-metadata.ts';
import { tesseractCode } from './tesseract-code.ts';
import { recognizePage } from './recognize-page.ts';
import type { RecognizedPage } from './recognize-page.ts';
import type { Recognize } from '../document/recognition.ts';
import type { PdfPage, Run } from '../layout/pdf-page.ts';
import type { PdfOptions } from '../document/pdf-options.ts';

/** What is known before the pages are recognised. */
export interface RecognizedFirstPages {
  /** BCP-47 code of the language to read them in; undefined when the book does not tell. */
  readonly language: string | undefined;
  /** Pages that were read in it already, by their number; undefined where that failed. */
  readonly read: ReadonlyMap<number, RecognizedPage | undefined>;
}

/** Title pages say too little. */
const maxFirstPages = 5;
const enoughCharacters = 400;

/** Fewer pages with text than this share of all may be the notice of who scanned the book, in a language of its own. */
const minTypedShare = 0.2;

/**
 * The language that the pages are to be read in: the declared one, else the one of the pages that have text unless they
 * are few, else the one that the first pages seem to be in when they are read in whatever language the program takes by
 * itself.
 */
export async function recognizeFirstPages(
  document: PDFDocumentProxy,
  { pages, textless }: { readonly pages: readonly PdfPage[]; readonly textless: readonly number[] },
  recognize: Recognize,
  { signal, ocrLanguage: wanted }: PdfOptions,
): Promise<RecognizedFirstPages> {
  const typed = textOf(pages.flatMap(({ fragments }) => fragments));
  const areFew = pages.length - textless.length < minTypedShare * pages.length;
  const known = await knownLanguage(document, areFew ? '' : typed);
  if (known !== undefined || wanted !== undefined) return { language: known, read: new Map() };
  const read = new Map<number, RecognizedPage | undefined>();
  let text = '';
  for (const number of textless.slice(0, maxFirstPages)) {
    throwIfCanceled(signal);
    const page = await recognizePage(document, number, { recognize, language: undefined });
    read.set(number, page);
    text += `${page ? textOf([page]) : ''} `;
    if (text.length >= enoughCharacters) break;
  }
  const language = (await detectLanguage(text)) ?? (await detectLanguage(typed));
  return { language, read: isReadAsOther(read, language) ? new Map() : read };
}

async function knownLanguage(document: PDFDocumentProxy, typed: string): Promise<string | undefined> {
  return (await declaredPdfLanguage(document)) ?? (await detectLanguage(typed));
}

function isReadAsOther(read: RecognizedFirstPages['read'], language: string | undefined): boolean {
  const code = language === undefined ? undefined : tesseractCode(language);
  return code !== undefined && [...read.values()].some((page) => page !== undefined && page.readAs !== code);
}

function textOf(pieces: readonly { readonly runs: readonly Run[] }[]): string {
  return pieces.map(({ runs }) => runs.map(({ text }) => text).join('')).join(' ');
}
