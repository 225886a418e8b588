import type { Book } from '../core/book.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { PageImage, Recognition } from './pdf/document/recognition.ts';
import type { BookChoices } from './book-choices.ts';

/** What the reading process is asked. */
export interface ReadRequest {
  readonly file: string;
  readonly choices: BookChoices;
}

/** What it answers: the book, why there is none, or first a page whose text is to be recognised. */
export interface ReadResponse {
  readonly book?: Book;
  readonly page?: PageImage;
  readonly failure?: { readonly code: ErrorCode; readonly message: string; readonly cause: string | undefined };
}

/** What it is told of the page that it asked for. */
export interface RecognitionResponse {
  readonly recognition?: Recognition | undefined;
}
