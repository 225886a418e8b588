import { throwIfCanceled } from '../../../core/errors.ts';
import { detectLanguage } from '../../language/detect-language.ts';
import type { PageSource } from './page-source.ts';
import { tesseractCode } from './tesseract-code.ts';
import { recognizePage } from './recognize-page.ts';
import type { RecognizedPage } from './recognize-page.ts';
import type { Recognize, PdfOptions } from '../document/pdf-options.ts';
import type { PdfPage, Run } from '../layout/pdf-page.ts';

/** The language of the pages, and the pages recognized in order to detect it. */
export interface RecognizedFirstPages {
  /** BCP-47 code, or undefined when the language is not known. */
  readonly language: string | undefined;
  /** Pages already recognized in that language, by number. Undefined where that failed. */
  readonly recognized: ReadonlyMap<number, RecognizedPage | undefined>;
}

/** Title pages have too little text to detect a language, so more pages are read until there is enough. */
const maxFirstPages = 5;
const enoughCharacters = 400;

/** Fewer pages with text than this share can be a notice about the scan, in another language than the book. */
const minTypedShare = 0.2;

/**
 * Finds the language to recognize the pages in: the declared one, otherwise that of the pages with text unless they are
 * few, otherwise that of the first pages, recognized in the program's default language.
 */
export async function recognizeFirstPages(
  source: PageSource,
  { pages, textless }: { readonly pages: readonly PdfPage[]; readonly textless: readonly number[] },
  recognize: Recognize,
  { signal, ocrLanguage }: PdfOptions,
): Promise<RecognizedFirstPages> {
  const typed = textOf(pages.flatMap(({ fragments }) => fragments));
  const areFew = pages.length - textless.length < minTypedShare * pages.length;
  const known = (await source.language()) ?? (await detectLanguage(areFew ? '' : typed));
  if (known !== undefined || ocrLanguage !== undefined) return { language: known, recognized: new Map() };
  const recognized = new Map<number, RecognizedPage | undefined>();
  let text = '';
  for (const number of textless.slice(0, maxFirstPages)) {
    throwIfCanceled(signal);
    const page = await recognizePage(source, number, { recognize, language: undefined });
    recognized.set(number, page);
    text += `${page ? textOf([page]) : ''} `;
    if (text.length >= enoughCharacters) break;
  }
  const language = (await detectLanguage(text)) ?? (await detectLanguage(typed));
  return { language, recognized: isOtherLanguage(recognized, language) ? new Map() : recognized };
}

function isOtherLanguage(recognized: RecognizedFirstPages['recognized'], language: string | undefined): boolean {
  const code = language === undefined ? undefined : tesseractCode(language);
  return (
    code !== undefined && [...recognized.values()].some((page) => page !== undefined && page.usedLanguage !== code)
  );
}

function textOf(pieces: readonly { readonly runs: readonly Run[] }[]): string {
  return pieces.map(({ runs }) => runs.map(({ text }) => text).join('')).join(' ');
}
