import type { Book } from '../core/book.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { PlacedText, SpokenBlock } from '../core/placed-text.ts';
import type { PageImage, Recognition } from './pdf/document/pdf-options.ts';
import type { PagePicture } from './pdf/layout/pdf-page.ts';
import type { FoundPagePictures } from './pdf/pictures/find-page-pictures.ts';
import type { BookChoices } from './book-choices.ts';
import type { PictureRequest, WrittenPictures } from './pictures/written-pictures.ts';

/** The request to the reading process. */
export interface ReadRequest {
  readonly file: string;
  readonly choices: BookChoices;
  /** Finds these blocks in the documents of an EPUB instead of reading the book. */
  readonly spoken?: readonly SpokenBlock[] | undefined;
  /** Finds the pictures on the pages of a PDF instead of reading the book. */
  readonly findsPagePictures?: boolean | undefined;
  /** The pictures found that way, for reading the book. */
  readonly pagePictures?: readonly PagePicture[] | undefined;
  /** Writes these pictures instead of reading the book. */
  readonly pictures?: PictureRequest | undefined;
}

/** A message from the reading process: the book, the places or the pictures that were asked for, those on the pages, the failure, or a page for text recognition. */
export interface ReadResponse {
  readonly book?: Book;
  readonly placed?: PlacedText;
  readonly pictures?: WrittenPictures;
  readonly onPages?: FoundPagePictures;
  readonly page?: PageImage;
  readonly failure?: { readonly code: ErrorCode; readonly message: string; readonly cause: string | undefined };
}

/** The reply to a page for text recognition; without `recognition` when that failed. */
export interface RecognitionResponse {
  readonly recognition?: Recognition | undefined;
}
