import { readFile } from 'node:fs/promises';
import { detectBookFormat } from '../detect-book-format.ts';
import { openArchive } from '../epub/package/open-archive.ts';
import type { Archive } from '../epub/package/open-archive.ts';
import type { PdfAccess } from '../pdf/pictures/pictures-in-pdf.ts';
import type { ReadLimits } from '../read-limits.ts';
import { binaryPictures, picturesOfTextFile } from './pictures-of-text-file.ts';
import type { FoundPicture } from './written-pictures.ts';

/** Finds pictures in the file of a book, or beside it. Throws what opening the book throws. */
export async function* findPictures(
  bookFile: string,
  sources: ReadonlySet<string>,
  access: PdfAccess,
): AsyncGenerator<FoundPicture, void, undefined> {
  const { limits } = access;
  const format = await detectBookFormat(bookFile);
  if (format === 'zip') {
    await using archive = await openArchive(bookFile, limits);
    yield* picturesInArchive(archive, sources, limits);
  } else if (format === 'text') {
    yield* await picturesOfTextFile(bookFile, sources, limits);
  } else {
    const { picturesInPdf } = await import('../pdf/pictures/pictures-in-pdf.ts');
    yield* picturesInPdf(await readFile(bookFile), sources, access);
  }
}

async function* picturesInArchive(
  archive: Archive,
  sources: ReadonlySet<string>,
  limits: ReadLimits,
): AsyncGenerator<FoundPicture, void, undefined> {
  const fictionBook = archive.names.find((name) => /\.fb2$/iu.test(name));
  if (fictionBook !== undefined && ![...sources].some((source) => archive.find(source) !== undefined)) {
    yield* binaryPictures(await archive.read(fictionBook, limits.fileBytes), sources, limits);
    return;
  }
  for (const source of sources) {
    const name = archive.find(source);
    if (name !== undefined) yield { source, read: async () => await archive.read(name, limits.coverBytes) };
  }
}
