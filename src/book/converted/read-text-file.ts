import { readFile, stat } from 'node:fs/promises';
import type { Book } from '../../core/book.ts';
import type { BookChoices } from '../book-choices.ts';
import { limitsOf } from '../read-limits.ts';
import { tooLarge } from '../too-large.ts';
import { decodeText } from '../epub/package/decode-text.ts';
import { readFictionBook } from './fictionbook/read-fiction-book.ts';
import { readHtml } from './html/read-html.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readMarkupBook } from './markup-book.ts';
import { readFlatOpenDocument } from './opendocument/read-open-document.ts';
import { readText } from './text/read-text.ts';

/** Reads a file that is a text. FictionBook, OpenDocument and HTML are recognized by their start; only its name tells Markdown from plain text. Throws like `readArchive`. */
export async function readTextFile(file: string, choices: BookChoices): Promise<Book> {
  const limits = limitsOf(choices);
  const { documentBytes, fileBytes } = limits;
  const { size } = await stat(file);
  if (size > fileBytes) throw tooLarge('size of the file', fileBytes, 'bytes');
  const bytes = await readFile(file);
  const start = decodeText(bytes.subarray(0, startBytes));
  if (fictionBook.test(start)) return await readMarkupBook(readFictionBook(bytes, limits), file, choices);
  if (openDocument.test(start)) return await readMarkupBook(readFlatOpenDocument(bytes, limits), file, choices);
  if (size > documentBytes) throw tooLarge('size of the text', documentBytes, 'bytes');
  if (html.test(start)) return await readMarkupBook(await readHtml(bytes, limits), file, choices);
  const read = markdownNames.test(file) ? readMarkdown : readText;
  return await readMarkupBook(read(bytes), file, choices);
}

const startBytes = 8192;

/** Comments and declarations can come before the first element. */
const html = /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/iu;
const fictionBook = /^\s*<\?xml[\s\S]*<FictionBook[\s>]|^\s*<FictionBook[\s>]/u;
const openDocument = /<office:document\s[^>]*opendocument\.text/u;
const markdownNames = /\.(?:md|markdown|mdown|mkdn?|mdwn)$/iu;
