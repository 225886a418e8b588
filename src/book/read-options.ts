/** Where a new chapter starts: at the entries of the table of contents, at the headings, or with each document. */
export type SplitBy = 'contents' | 'headings' | 'documents';

/** What a book may cost before it is refused; a book is hostile until it has been read. */
export interface ReadLimits {
  /** Inflated bytes of one text document. */
  readonly documentBytes: number;
  /** Inflated bytes of everything that is read, in all. */
  readonly totalBytes: number;
  /** Files in the archive. */
  readonly entries: number;
  /** Documents in the reading order. */
  readonly spineItems: number;
  /** How deep elements may stand in each other. */
  readonly nesting: number;
  /** Elements in one document. */
  readonly elements: number;
  /** Bytes of the cover image; a larger one is ignored with a warning. */
  readonly coverBytes: number;
  readonly pdfPages: number;
  /** For the whole book; with text recognition, from each page to the next. */
  readonly seconds: number;
  /** Memory of the reading process, in megabytes. */
  readonly memoryMegabytes: number;
}

/** Generous against real books: the largest of 56 had 2,020 files, 36 MB inflated, a document of 2.1 MB. */
export const defaultLimits: ReadLimits = {
  documentBytes: 20_000_000,
  totalBytes: 400_000_000,
  entries: 20_000,
  spineItems: 10_000,
  nesting: 500,
  elements: 300_000,
  coverBytes: 30_000_000,
  pdfPages: 5000,
  seconds: 120,
  memoryMegabytes: 480,
};

/** Pages are drawn: 50 million pixels of an image, decoded, and 25 million of the page. */
const ocrLimits: Partial<ReadLimits> = { memoryMegabytes: 1500 };

/** What is to be read from a book, and how. */
export interface BookChoices {
  /** `contents` when left out; a book without usable contents becomes one chapter. */
  readonly splitBy?: SplitBy;
  /** `skip` when left out: bodies of footnotes are kept beside the chapter. Marks are never read. */
  readonly notes?: 'skip' | 'inline' | 'end';
  /** `read` when left out: row by row. */
  readonly tables?: 'skip' | 'read';
  /** `skip` when left out; `alt` reads the text that stands for a picture. */
  readonly images?: 'skip' | 'alt';
  /**
   * Read what would be left out. Each item is compared, without case, with the document's whole path, its file name and
   * the reason why it would be left out.
   */
  readonly include?: readonly string[];
  /** Leave out what would be read: documents by path or file name, chapters by title; compared without case. */
  readonly exclude?: readonly string[];
  /** For an encrypted PDF. */
  readonly password?: string;
  /** Reads the pages of a PDF that are images by text recognition, with the tesseract that is installed. */
  readonly ocr?: boolean;
  /** What they are read in: BCP-47 or tesseract codes, joined by `+`; the document's declared or detected language when left out. */
  readonly ocrLanguage?: string;
  readonly limits?: Partial<ReadLimits>;
}

export interface ReadOptions extends BookChoices {
  readonly signal: AbortSignal;
}

/** All limits: those that were given, else the defaults. */
export function limitsOf(choices: BookChoices): ReadLimits {
  return { ...defaultLimits, ...(choices.ocr && ocrLimits), ...choices.limits };
}
