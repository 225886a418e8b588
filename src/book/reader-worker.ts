import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Book } from '../core/book.ts';
import { toAudiobookError } from '../core/errors.ts';
import type { PlacedText, SpokenBlock } from '../core/placed-text.ts';
import type { BookChoices } from './book-choices.ts';
import type { WatchedLimits } from './limits-watch-worker.ts';
import { detectBookFormat } from './detect-book-format.ts';
import { openArchive } from './epub/package/open-archive.ts';
import { placeInArchive } from './epub/source/place-in-archive.ts';
import { writePictures } from './pictures/write-pictures.ts';
import type { FoundPagePictures } from './pdf/pictures/find-page-pictures.ts';
import type { PageImage, Recognition } from './pdf/document/pdf-options.ts';
import type { ReadResponse, ReadRequest, RecognitionResponse } from './reader-messages.ts';
import { printableBook } from './printable-book.ts';
import { limitsOf } from './read-limits.ts';
import { readZipFile } from './read-zip-file.ts';

/** Id of the program that waits for the book. */
const { ppid: parent } = process;

let watch: Worker | undefined;

// This process reads one book and ends. Another thread watches its memory and time because reading may block this one.
process.once('message', (request: ReadRequest) => {
  const { memoryMegabytes: megabytes, seconds } = limitsOf(request.choices);
  const workerData: WatchedLimits = { megabytes, seconds, parent };
  watch = new Worker(new URL('./limits-watch-worker.js', import.meta.url), { workerData });
  watch.unref();
  void reply(request);
});

async function reply(request: ReadRequest): Promise<void> {
  const message = await respond(request);
  process.send?.(message, () => process.disconnect());
}

async function respond(request: ReadRequest): Promise<ReadResponse> {
  try {
    const { file, choices, spoken, pictures, findsPagePictures } = request;
    if (pictures !== undefined) return { pictures: await writePictures(file, pictures, choices) };
    if (findsPagePictures) return { onPages: await findOnPages(file, choices) };
    if (spoken !== undefined) return { placed: await place(file, choices, spoken) };
    return { book: printableBook(await read(request)) };
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

async function read({ file, choices, pagePictures }: ReadRequest): Promise<Book> {
  const format = await detectBookFormat(file);
  if (format === 'zip') return await readZipFile(file, choices);
  if (format === 'text') {
    const { readTextFile } = await import('./converted/read-text-file.ts');
    return await readTextFile(file, choices);
  }
  const { readPdf } = await import('./pdf/read-pdf.ts');
  const options = { ...choices, signal: neverAborted(), fileName: path.basename(file), pictures: pagePictures };
  return await readPdf(await readFile(file), choices.ocr ? { ...options, recognize: askParent } : options);
}

async function findOnPages(file: string, choices: BookChoices): Promise<FoundPagePictures> {
  const { findPagePictures } = await import('./pdf/pictures/find-page-pictures.ts');
  const { seconds } = limitsOf(choices);
  return await findPagePictures(await readFile(file), { ...choices, signal: neverAborted(), seconds });
}

/** On cancellation the parent kills this process. */
function neverAborted(): AbortSignal {
  return new AbortController().signal;
}

/** The parent starts the recognition program because it has the PATH and can cancel it. */
async function askParent(page: PageImage): Promise<Recognition | undefined> {
  process.send?.({ page } satisfies ReadResponse);
  const [response]: RecognitionResponse[] = await once(process, 'message');
  watch?.postMessage('next page');
  return response?.recognition;
}
