import path from 'node:path';
import type { Book } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import type { BookChoices } from '../book-choices.ts';
import { readMarkupBook } from '../converted/markup-book.ts';
import { readArchive, readPackage } from '../epub/read-epub.ts';
import type { Archive } from '../epub/package/open-archive.ts';
import { readEpubMetadata } from '../epub/package/read-epub-metadata.ts';
import type { Recognize } from '../pdf/document/pdf-options.ts';
import { limitsOf } from '../read-limits.ts';
import { pagesOfArchive, pagesOfEpub } from './find-page-pictures.ts';
import { recognizePictures } from './recognize-pictures.ts';
import type { RecognizedPictures } from './recognize-pictures.ts';

/** Choices about a book of pictures, and what recognizes its text. */
export interface PicturedChoices extends BookChoices {
  readonly recognize: Recognize;
}

/**
 * Reads an EPUB that has only pictures of pages by the text that is recognized on them; all else is that of the EPUB. Throws
 * `book-no-text` and what `recognizePictures` and `readArchive` throw.
 */
export async function readPicturedEpub(
  archive: Archive,
  file: string,
  { recognize, ...choices }: PicturedChoices,
): Promise<Book> {
  const limits = limitsOf(choices);
  const book = await readPackage(archive, limits);
  const pages = await pagesOfEpub(archive, book, limits);
  const { languages } = readEpubMetadata(book);
  const found = await recognizePictures(archive, pages, { choices, recognize, languages });
  requireText(found);
  const documents = new Map([...found.markup].map(([name, body]) => [name, Buffer.from(documentOf(body))]));
  const recognized: Archive = {
    names: archive.names,
    warnings: archive.warnings,
    find: (name) => archive.find(name),
    size: (name) => documents.get(name)?.length ?? archive.size(name),
    read: async (name, maxBytes) => documents.get(name) ?? (await archive.read(name, maxBytes)),
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  };
  return withFound(await readArchive(recognized, file, { ...choices, keepsSource: false }), found);
}

/** Reads an archive of pictures, such as a comic book (CBZ), by the text that is recognized on them. Throws as `readPicturedEpub` does. */
export async function readPicturedArchive(
  archive: Archive,
  file: string,
  { recognize, ...choices }: PicturedChoices,
): Promise<Book> {
  const pages = pagesOfArchive(archive);
  const found = await recognizePictures(archive, pages, { choices, recognize, languages: [] });
  requireText(found);
  const cover = await archive.read(pages[0]?.picture ?? '', limitsOf(choices).coverBytes).catch(() => undefined);
  const documents = [...found.markup].map(([name, body]) => ({ path: name, body }));
  const metadata = { title: path.parse(file).name };
  const read = await readMarkupBook({ documents, metadata, cover }, file, { ...choices, keepsSource: false });
  return withFound(read, found);
}

function requireText({ markup }: RecognizedPictures): void {
  if ([...markup.values()].some((body) => body !== '')) return;
  throw new AudiobookError(
    'book-no-text',
    'The book has nothing to read. Text recognition found no text on its pictures.',
  );
}

function withFound(book: Book, { leftOut, warnings }: RecognizedPictures): Book {
  return { ...book, leftOut: [...book.leftOut, ...leftOut], warnings: [...book.warnings, ...warnings] };
}

function documentOf(body: string): string {
  return `\uFEFF<html xmlns:epub="http://www.idpf.org/2007/ops"><head><title></title></head><body>${body}</body></html>`;
}
