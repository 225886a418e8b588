import type { BookChoices } from './book-choices.ts';

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

/** Options of `readBook`. */
export type ReadOptions = BookChoices & { readonly signal: AbortSignal };

/** All limits: those that were given, else the defaults. */
export function limitsOf(choices: BookChoices): ReadLimits {
  return { ...defaultLimits, ...(choices.ocr && ocrLimits), ...choices.limits };
}
