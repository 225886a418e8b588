import { AudiobookError } from '../core/errors.ts';

/** The error for a book that goes over a limit; it names the limit and its value. */
export function tooLarge(what: string, limit: number, unit: string): AudiobookError {
  return new AudiobookError(
    'book-too-large',
    `The book goes over a limit: ${what}, at most ${limit.toLocaleString('en')} ${unit}.`,
  );
}
