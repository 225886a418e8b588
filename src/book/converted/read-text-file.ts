import { readFile, stat } from 'node:fs/promises';
import type { Book } from '../../core/book.ts';
import type { BookChoices } from '../book-choices.ts';
import { limitsOf } from '../read-limits.ts';
import { tooLarge } from '../too-large.ts';
import { readMarkupBook } from './markup-book.ts';
import { readText } from './text/read-text.ts';

/** Reads a file that is a text. Throws like `readEpub`. */
export async function readTextFile(file: string, choices: BookChoices): Promise<Book> {
  const { documentBytes } = limitsOf(choices);
  if ((await stat(file)).size > documentBytes) throw tooLarge('size of the text', documentBytes, 'bytes');
  return await readMarkupBook(readText(await readFile(file)), file, choices);
}
