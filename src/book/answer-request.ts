import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Book } from '../core/book.ts';
import { toAudiobookError } from '../core/errors.ts';
import type { PlacedText, SpokenBlock } from '../core/placed-text.ts';
import type { BookChoices } from './book-choices.ts';
import { detectBookFormat } from './detect-book-format.ts';
import { openArchive } from './epub/package/open-archive.ts';
import { placeInArchive } from './epub/source/place-in-archive.ts';
import { writePictures } from './pictures/write-pictures.ts';
import type { FoundPagePictures } from './pdf/pictures/find-page-pictures.ts';
import type { Recognize } from './pdf/document/pdf-options.ts';
import type { ReadResponse, ReadRequest } from './reader-messages.ts';
import { printableBook } from './printable-book.ts';
import { limitsOf } from './read-limits.ts';
import { readZipFile } from './read-zip-file.ts';

/** Returns what the reading process answers to a request, a failure among it. `recognize` is called where OCR was chosen. */
export async function answerRequest(request: ReadRequest, recognize: Recognize): Promise<ReadResponse> {
  try {
    const { file, choices, spoken, pictures, findsPagePictures } = request;
    if (pictures !== undefined) return { pictures: await writePictures(file, pictures, choices) };
    if (findsPagePictures) return { onPages: await findOnPages(file, choices) };
    if (spoken !== undefined) return { placed: await place(file, choices, spoken) };
    return { book: printableBook(await read(request, recognize)) };
  } catch (thrown) {
    const { code, message, cause } = toAudiobookError(thrown);
    return { failure: { code, message, cause: cause instanceof Error ? cause.message : undefined } };
  }
}

async function place(file: string, choices: BookChoices, spoken: readonly SpokenBlock[]): Promise<PlacedText> {
  const limits = limitsOf(choices);
  await using archive = await openArchive(file, limits);
  return await placeInArchive(archive, spoken, limits);
}

async function read({ file, choices, pagePictures }: ReadRequest, recognize: Recognize): Promise<Book> {
  const format = await detectBookFormat(file);
  if (format === 'zip') return await readZipFile(file, choices, choices.ocr ? recognize : undefined);
  if (format === 'text') {
    const { readTextFile } = await import('./converted/read-text-file.ts');
    return await readTextFile(file, choices);
  }
  const { readPdf } = await import('./pdf/read-pdf.ts');
  const options = { ...choices, signal: neverAborted(), fileName: path.basename(file), pictures: pagePictures };
  return await readPdf(await readFile(file), choices.ocr ? { ...options, recognize } : options);
}

async function findOnPages(file: string, choices: BookChoices): Promise<FoundPagePictures> {
  const { findPagePictures } = await import('./pdf/pictures/find-page-pictures.ts');
  const { seconds } = limitsOf(choices);
  return await findPagePictures(await readFile(file), { ...choices, signal: neverAborted(), seconds });
}

/** On cancellation the process is killed. */
function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
