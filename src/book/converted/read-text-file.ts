import { readFile, stat } from 'node:fs/promises';
import type { Book } from '../../core/book.ts';
import type { BookChoices } from '../book-choices.ts';
import { limitsOf } from '../read-limits.ts';
import { tooLarge } from '../too-large.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readMarkupBook } from './markup-book.ts';
import { readText } from './text/read-text.ts';

/** Reads a file that is a text; only its name tells Markdown from plain text. Throws like `readEpub`. */
export async function readTextFile(file: string, choices: BookChoices): Promise<Book> {
  const { documentBytes } = limitsOf(choices);
  if ((await stat(file)).size > documentBytes) throw tooLarge('size of the text', documentBytes, 'bytes');
  const bytes = await readFile(file);
  const read = markdownNames.test(file) ? readMarkdown : readText;
  return await readMarkupBook(read(bytes), file, choices);
}

const markdownNames = /\.(?:md|markdown|mdown|mkdn?|mdwn)$/iu;
