import { AudiobookError } from '../core/errors.ts';

/** Creates the `book-too-large` error for a limit and its value. */
export function tooLarge(name: string, limit: number, unit: string): AudiobookError {
  return new AudiobookError(
    'book-too-large',
    `The book exceeds a limit: ${name}, at most ${limit.toLocaleString('en')} ${unit}.`,
  );
}
