import type { Archive } from '../epub/package/open-archive.ts';
import type { ReadLimits } from '../read-limits.ts';
import { readFictionBook } from './fictionbook/read-fiction-book.ts';
import type { MarkupBook } from './markup-book.ts';
import { isOpenDocument, readOpenDocument } from './opendocument/read-open-document.ts';
import { findWordText, readWord } from './word/read-word.ts';

/** Converts the book in a zip file that is not an EPUB: a Word document, an OpenDocument text or a packed FictionBook. Returns undefined for other files. */
export async function readDocumentArchive(archive: Archive, limits: ReadLimits): Promise<MarkupBook | undefined> {
  const word = findWordText(archive);
  if (word !== undefined) return await readWord(archive, word, limits);
  if (await isOpenDocument(archive)) return await readOpenDocument(archive, limits);
  const books = archive.names.filter((name) => /\.fb2$/iu.test(name));
  const [first] = books;
  if (first === undefined) return undefined;
  const book = readFictionBook(await archive.read(first, limits.fileBytes), limits);
  if (books.length === 1) return book;
  return { ...book, warnings: [`The file contains ${books.length} books. Only '${first}' is read.`] };
}
