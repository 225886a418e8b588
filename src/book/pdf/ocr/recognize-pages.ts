import { throwIfCanceled } from '../../../core/errors.ts';
import { toFragments } from '../layout/to-fragments.ts';
import { recognizeFirstPages } from './recognize-first-pages.ts';
import { installationHint, tesseractCode } from './tesseract-code.ts';
import type { PageSource } from './page-source.ts';
import { recognizePage } from './recognize-page.ts';
import type { RecognizedPage } from './recognize-page.ts';
import { evenSizes } from './ocr-runs.ts';
import type { Recognize, PdfOptions } from '../document/pdf-options.ts';
import type { PdfPage } from '../layout/pdf-page.ts';
import type { ReadPages } from '../document/read-pages.ts';

/** Clean print reaches 90 and more. Below this value, about every tenth word is wrong. */
const minSureConfidence = 75;

/** Recognizes the text of the pages without text, one after the other. Other pages keep their text. */
export async function recognizePages(
  source: PageSource,
  read: ReadPages,
  recognize: Recognize,
  options: PdfOptions,
): Promise<ReadPages> {
  const { signal } = options;
  const textless = read.pages.filter(isTextless).map(({ number }) => number);
  const first = await recognizeFirstPages(source, { pages: read.pages, textless }, recognize, options);
  const { language } = first;
  const found: RecognizedPage[] = [];
  const failed: number[] = [];
  for (const number of textless) {
    throwIfCanceled(signal);
    const page = first.recognized.has(number)
      ? first.recognized.get(number)
      : await recognizePage(source, number, { recognize, language });
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
    warnings: [
      ...read.warnings,
      ...ocrWarnings(found, failed, options.ocrLanguage === undefined ? language : undefined),
    ],
  };
}

/** Reports whether a page has no text: it is blank, or an image. */
export function isTextless(page: PdfPage): boolean {
  return page.fragments.length === 0 && page.rotated.length === 0;
}

function ocrWarnings(
  found: readonly RecognizedPage[],
  failed: readonly number[],
  language: string | undefined,
): string[] {
  const unsure = found.filter(({ runs, confidence }) => runs.length > 0 && confidence < minSureConfidence);
  const code = language === undefined ? undefined : tesseractCode(language);
  const other = found.find(({ usedLanguage }) => code !== undefined && usedLanguage !== code)?.usedLanguage;
  return [
    ...(failed.length > 0 ? [`Text recognition failed on ${pageList(failed)}, left out.`] : []),
    ...(unsure.length > 0
      ? [`Text recognition was unsure on ${pageList(unsure.map(({ number }) => number))}. Check the text.`]
      : []),
    ...(other === undefined
      ? []
      : [
          `The book’s language is ${language}, but tesseract has no data for ${code} and read it as ${other}. ${installationHint([code ?? ''])}`,
        ]),
  ];
}

function pageList(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 20).join(', ');
  const more = numbers.length > 20 ? ` and ${numbers.length - 20} more` : '';
  return `${numbers.length === 1 ? 'page' : 'pages'} ${shown}${more}`;
}
