import type { Recognize } from './recognition.ts';

/** What the PDF reader can be asked for; part of the options that every book reader takes. */
export interface PdfOptions {
  readonly signal: AbortSignal;
  /** Opens an encrypted file. */
  readonly password?: string;
  /** What becomes of footnotes; `skip` when left out. */
  readonly notes?: 'skip' | 'inline' | 'end';
  /** Where chapters begin: at the bookmarks (else at headings), at headings, or nowhere (`documents`: a PDF is one). */
  readonly splitBy?: 'contents' | 'headings' | 'documents';
  /** Reads what would be left out: reasons (`title-page`) or pages (`page 3`), compared without case. */
  readonly include?: readonly string[];
  /** Leaves out what would be read: chapters by title, front matter by page; compared without case. */
  readonly exclude?: readonly string[];
  /** Reads pages that are images; they are left out without it. */
  readonly recognize?: Recognize;
  /** The languages of those pages were chosen by a person: the document's own does not matter. */
  readonly ocrLanguage?: string;
  /** Name of the file, the last resort for a title. */
  readonly fileName?: string;
  readonly limits?: { readonly pdfPages?: number };
}
