import { readFile, stat } from 'node:fs/promises';
import type { Book } from '../../core/book.ts';
import type { BookChoices } from '../book-choices.ts';
import { leaveOutRules } from '../leave-out-rules.ts';
import { limitsOf, tooLarge } from '../read-limits.ts';
import { readFictionBook } from './fictionbook/read-fiction-book.ts';
import { readHtml } from './html/read-html.ts';
import { readMarkdown } from './markdown/read-markdown.ts';
import { readMarkupBook } from './markup-book.ts';
import { readFlatOpenDocument } from './opendocument/read-open-document.ts';
import { readText } from './text/read-text.ts';
import { textKind } from './text-kind.ts';

/** Reads a text file of the kind that `textKind` returns. Throws like `readArchive`. */
export async function readTextFile(file: string, choices: BookChoices): Promise<Book> {
  const limits = limitsOf(choices);
  const { documentBytes, fileBytes } = limits;
  const { size } = await stat(file);
  if (size > fileBytes) throw tooLarge('size of the file', fileBytes, 'bytes');
  const bytes = await readFile(file);
  const kind = textKind(bytes, file);
  if (kind === 'fictionbook') return await readMarkupBook(readFictionBook(bytes, limits), file, choices);
  if (kind === 'opendocument') return await readMarkupBook(readFlatOpenDocument(bytes, limits), file, choices);
  if (size > documentBytes) throw tooLarge('size of the text', documentBytes, 'bytes');
  if (kind === 'html') return await readMarkupBook(await readHtml(bytes, limits), file, choices);
  if (kind === 'markdown') return await readMarkupBook(readMarkdown(bytes), file, choices);
  const keepsEdges = leaveOutRules(choices).decide('running-head', []) === undefined;
  return await readMarkupBook(readText(bytes, { keepsEdges }), file, choices);
}
