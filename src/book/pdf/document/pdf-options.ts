import type { BookChoices } from '../../book-choices.ts';
import type { PagePicture } from '../layout/page-picture.ts';
import type { Recognize } from './recognition.ts';

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
