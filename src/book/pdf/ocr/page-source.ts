import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AudiobookError } from '../../../core/errors.ts';
import type { PageImage } from '../document/pdf-options.ts';
import { declaredPdfLanguage } from '../document/read-pdf-metadata.ts';
import { renderPage } from './render-page.ts';

/** Pages whose text is recognized: those of a PDF, or the pictures of another book. */
export interface PageSource {
  /** Returns the language that the book declares, as a BCP-47 code. */
  language(): Promise<string | undefined>;
  /** Returns the image of a page, by its number. Undefined when it cannot be drawn. Throws `tool-missing` without the canvas package. */
  draw(number: number): Promise<PageImage | undefined>;
}

/** Returns the pages of a PDF. */
export function pagesOfPdf(document: PDFDocumentProxy): PageSource {
  return {
    language: async () => await declaredPdfLanguage(document),
    async draw(number) {
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
    },
  };
}
