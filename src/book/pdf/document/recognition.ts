/** A page as a picture, in the plainest form that every recognition program reads. */
export interface PageImage {
  /** Binary PGM, 8 bits of grey a pixel. */
  readonly pgm: Uint8Array;
  readonly dotsPerInch: number;
  /** BCP-47 code, where the document's language is known. */
  readonly language?: string;
}

/** What was recognised on a page. */
export interface Recognition {
  /** Lines and words with their places, as hOCR. */
  readonly hocr: string;
  /** Code of the language data that was used, as tesseract names it. */
  readonly readAs: string;
}

/** Recognises the text of a page; `undefined` when that fails for this page only. Throws `tool-missing`, `bad-value` (a language) or `canceled`. */
export type Recognize = (image: PageImage) => Promise<Recognition | undefined>;
