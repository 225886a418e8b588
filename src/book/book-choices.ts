import { z } from 'zod';
import type { ReadLimits } from './read-limits.ts';

const names = z.array(z.string().max(1000)).max(1000);

/** The choices about how a book is read; each schema reads the text of a flag or form field. */
export const bookChoiceSchemas = {
  /** Splits chapters by contents, headings or documents. A book without a usable table of contents becomes one chapter. */
  splitBy: z.enum(['contents', 'headings', 'documents']),
  /** Skips footnotes, or reads them in place or at the end. Note marks are never read. */
  notes: z.enum(['skip', 'inline', 'end']),
  /** Reads tables row by row, or skips them. */
  tables: z.enum(['read', 'skip']),
  /** Skips images, or reads their alternative text. */
  images: z.enum(['skip', 'alt']),
  /** Reads the characters or their readings where a text in Japanese or Chinese gives both. */
  ruby: z.enum(['base', 'reading']),
  /** Leaves out the numbers of verses in scripture, or reads them. Raised ones are never read. */
  verseNumbers: z.enum(['skip', 'read']),
  /** Announces programs by their number of lines, reads them, or skips them. */
  code: z.enum(['announce', 'read', 'skip']),
  /** Reads formulas in words, announces them as "formula", or skips them. */
  math: z.enum(['read', 'announce', 'skip']),
  /** Reads what would be left out. Each item is a path, a file name or a reason, compared without case and punctuation. */
  include: names,
  /** Leaves out what would be read: documents by path or file name, chapters by title, compared without case and punctuation. */
  exclude: names,
  /** Password of an encrypted PDF. */
  password: z.string().max(500),
  /** Converts books of other kinds, such as MOBI and RTF, with the installed `ebook-convert` of calibre. */
  ebookConvert: z.enum(['true', 'false']).transform((text) => text === 'true'),
  /** Reads the pages of a PDF that are images with the installed tesseract. */
  ocr: z.enum(['true', 'false']).transform((text) => text === 'true'),
  /** Languages of those pages: BCP-47 or tesseract codes joined by `+`. Default: the language of the book. */
  ocrLanguage: z.string().max(100),
} as const;

/** Options that decide what is read from a book, and how. */
export type BookChoices = {
  readonly [Name in keyof typeof bookChoiceSchemas]?: Readonly<z.infer<(typeof bookChoiceSchemas)[Name]>> | undefined;
} & {
  readonly limits?: Partial<ReadLimits> | undefined;
  /** Keeps for each block what a read-along shows: where its text stands in an EPUB, what is set off, its pictures. */
  readonly keepsSource?: boolean | undefined;
};

/** Options of `readBook`. */
export type ReadOptions = BookChoices & {
  readonly signal: AbortSignal;
  /** Called when the text of a page could not be recognized, or its pictures not found: another reading may find them. */
  readonly onPageFailed?: (() => void) | undefined;
};
