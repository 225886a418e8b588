import type { BookChoices } from '../../book-choices.ts';
import type { PagePicture } from '../layout/pdf-page.ts';

/** The image of a page in a simple format that every recognition program reads. */
export interface PageImage {
  /** Binary PGM with 8 bits of gray per pixel. */
  readonly pgm: Uint8Array;
  readonly dotsPerInch: number;
  /** BCP-47 code, if the document's language is known. */
  readonly language?: string | undefined;
}

/** The recognized text of a page. */
export interface Recognition {
  /** Lines and words with their positions, as hOCR. */
  readonly hocr: string;
  /** Tesseract codes of the language data that was used, joined by `+`. */
  readonly usedLanguage: string;
}

/**
 * Recognizes the text of a page. Returns undefined when that fails for this page only.
 * Throws `tool-missing`, `bad-value` (a language) or `canceled`.
 */
export type Recognize = (image: PageImage) => Promise<Recognition | undefined>;

/** Options of the PDF reader. A PDF is one document, and its bookmarks are its table of contents. */
export interface PdfOptions extends Pick<
  BookChoices,
  'password' | 'notes' | 'splitBy' | 'include' | 'exclude' | 'ocrLanguage' | 'keepsSource'
> {
  readonly signal: AbortSignal;
  /** Reads pages that are images, which are left out without it. */
  readonly recognize?: Recognize | undefined;
  /** Pictures that are kept beside the text, in the order of their pages. */
  readonly pictures?: readonly PagePicture[] | undefined;
  /** Name of the file, the last resort for a title. */
  readonly fileName?: string | undefined;
  readonly limits?: { readonly pdfPages?: number } | undefined;
}
