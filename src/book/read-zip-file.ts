import type { Book } from '../core/book.ts';
import { AudiobookError } from '../core/errors.ts';
import type { BookChoices } from './book-choices.ts';
import { openArchive } from './epub/package/open-archive.ts';
import type { Archive } from './epub/package/open-archive.ts';
import { readArchive } from './epub/read-epub.ts';
import type { Recognize } from './pdf/document/pdf-options.ts';
import { limitsOf } from './read-limits.ts';
import { notABook } from './foreign/unsupported-book.ts';

/**
 * Reads a zip file: an EPUB, or a book of another kind, depending on its files. With `recognize`, one of pictures is read by the text on
 * them. Throws like `readArchive`.
 */
export async function readZipFile(file: string, choices: BookChoices, recognize?: Recognize): Promise<Book> {
  const limits = limitsOf(choices);
  await using archive = await openArchive(file, limits);
  if (isEpub(archive)) return await readEpub(archive, file, { ...choices, recognize });
  const { readDocumentArchive } = await import('./converted/read-document-archive.ts');
  const converted = await readDocumentArchive(archive, limits);
  if (converted !== undefined) {
    const { readMarkupBook } = await import('./converted/markup-book.ts');
    return await readMarkupBook(converted, file, choices);
  }
  if (archive.names.some((name) => office.test(name)))
    throw notABook('The file is a spreadsheet, a presentation or a drawing, not a book.');
  const kind = otherKinds.find(([, pattern]) => archive.names.some((name) => pattern.test(name)))?.[0];
  if (kind !== undefined && recognize) {
    const { readPicturedArchive } = await import('./pictured/read-pictured-book.ts');
    return await readPicturedArchive(archive, file, { ...choices, recognize });
  }
  if (kind !== undefined)
    throw notABook(`The file is ${kind}. Text recognition reads its pages (--ocr). It needs tesseract.`);
  return await readArchive(archive, file, choices);
}

async function readEpub(
  archive: Archive,
  file: string,
  { recognize, ...choices }: BookChoices & { readonly recognize: Recognize | undefined },
): Promise<Book> {
  try {
    return await readArchive(archive, file, choices);
  } catch (thrown) {
    const hasNoText = thrown instanceof AudiobookError && thrown.code === 'book-no-text';
    if (!recognize || !hasNoText) throw thrown;
    const { readPicturedEpub } = await import('./pictured/read-pictured-book.ts');
    return await readPicturedEpub(archive, file, { ...choices, recognize });
  }
}

function isEpub(archive: Archive): boolean {
  return archive.find('META-INF/container.xml') !== undefined || archive.names.some((name) => /\.opf$/iu.test(name));
}

/** Files of other documents of office programs. */
const office = /^(?:xl|ppt|visio)\/|^content\.xml$/u;

/** Kinds of books that are zip archives and are not read, by a file in them. */
const otherKinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a comic book (CBZ)', /\.(?:jpe?g|png|gif|webp)$/iu],
];
