import { readFile, stat } from 'node:fs/promises';
import type { Book } from '../../core/book.ts';
import type { BookChoices } from '../book-choices.ts';
import { limitsOf } from '../read-limits.ts';
import { tooLarge } from '../too-large.ts';
import { convertibleBook } from '../unsupported-book.ts';
import { decodeText } from '../epub/package/decode-text.ts';
import { readHtml } from './html/read-html.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readMarkupBook } from './markup-book.ts';
import { readText } from './text/read-text.ts';

/** Reads a file that is a text. HTML is recognized by its start; only its name tells Markdown from plain text. Throws like `readEpub`. */
export async function readTextFile(file: string, choices: BookChoices): Promise<Book> {
  const limits = limitsOf(choices);
  const { documentBytes } = limits;
  if ((await stat(file)).size > documentBytes) throw tooLarge('size of the text', documentBytes, 'bytes');
  const bytes = await readFile(file);
  const start = decodeText(bytes.subarray(0, startBytes));
  if (fictionBook.test(start)) throw convertibleBook('The file is a FictionBook (FB2), which is not read.', file);
  if (html.test(start)) return await readMarkupBook(readHtml(bytes, limits), file, choices);
  const read = markdownNames.test(file) ? readMarkdown : readText;
  return await readMarkupBook(read(bytes), file, choices);
}

const startBytes = 4096;

/** Comments and declarations can come before the first element. */
const html = /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/iu;
const fictionBook = /^\s*<\?xml[\s\S]*<FictionBook[\s>]|^\s*<FictionBook[\s>]/u;
const markdownNames = /\.(?:md|markdown|mdown|mkdn?|mdwn)$/iu;
