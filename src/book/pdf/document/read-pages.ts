import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { LeftOut } from '../../../core/book.ts';
import { AudiobookError, throwIfCanceled } from '../../../core/errors.ts';
import { createDocumentFonts } from './document-fonts.ts';
import type { DocumentFonts } from './document-fonts.ts';
import type { FontDescriptors } from './font-descriptors.ts';
import { toFragments } from '../layout/to-fragments.ts';
import type { PdfPage } from '../layout/pdf-page.ts';
import { readPageRuns } from './read-page-runs.ts';
import type { PageContents } from '../actual-text/page-contents.ts';
import type { PdfOptions } from './pdf-options.ts';

/** The pages that could be read, and what was left out. */
export interface ReadPages {
  readonly pages: readonly PdfPage[];
  readonly leftOut: readonly LeftOut[];
  readonly warnings: readonly string[];
}

/**
 * Reads the text of all pages, one at a time to limit memory. A page that cannot be read is left out with a warning.
 * With the descriptors of its fonts, texts have their faces. Throws `book-damaged` when no page can be read, or `canceled`.
 */
export async function readPages(
  document: PDFDocumentProxy,
  options: PdfOptions,
  contents: PageContents,
  descriptors?: FontDescriptors,
): Promise<ReadPages> {
  const pages: PdfPage[] = [];
  const leftOut: LeftOut[] = [];
  const fonts = createDocumentFonts(descriptors);
  let cause: unknown;
  for (let number = 1; number <= document.numPages; number += 1) {
    throwIfCanceled(options.signal);
    try {
      pages.push(await readPage(document, number, fonts, contents));
    } catch (thrown) {
      throwIfCanceled(options.signal);
      cause ??= thrown;
      leftOut.push({ document: `page ${number}`, reason: 'unreadable', words: 0 });
    }
  }
  if (pages.length === 0) {
    throw new AudiobookError('book-damaged', 'The PDF is damaged: none of its pages can be read.', { cause });
  }
  const warnings =
    leftOut.length === 0 ? [] : [`${leftOut.length} of ${document.numPages} pages are damaged and were left out.`];
  return { pages, leftOut, warnings };
}

async function readPage(
  document: PDFDocumentProxy,
  number: number,
  fonts: DocumentFonts,
  contents: PageContents,
): Promise<PdfPage> {
  const page = await document.getPage(number);
  try {
    const { runs, ...rest } = await readPageRuns(page, fonts, contents);
    return { number, ...rest, fragments: toFragments(runs) };
  } finally {
    page.cleanup();
  }
}
