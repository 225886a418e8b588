import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Book } from '../core/book.ts';
import { AudiobookError, canceled, throwIfCanceled, toAudiobookError } from '../core/errors.ts';
import { checkBookFile } from './check-book-file.ts';
import { detectBookFormat } from './detect-book-format.ts';
import { openReadable } from './foreign/open-readable.ts';
import { withoutPlaces } from './present/without-places.ts';
import type { FoundPagePictures } from './pdf/pictures/find-page-pictures.ts';
import { recognizeWithTesseract } from './pdf/ocr/tesseract.ts';
import type { PageImage } from './pdf/document/pdf-options.ts';
import { limitsOf, tooLarge } from './read-limits.ts';
import { startReader } from './reader-process.ts';
import type { ReadOptions } from './book-choices.ts';
import type { ReadLimits } from './read-limits.ts';
import type { ReadResponse, ReadRequest, RecognitionResponse } from './reader-messages.ts';

/**
 * Reads a book, its kind recognized by content, in a child process with limits of time and memory.
 * Throws `file-not-found`, `bad-value` (a folder, a language of `ocrLanguage`), `book-damaged`, `book-unsupported`,
 * `book-drm`, `book-password`, `book-no-text`, `book-too-large`, `tool-missing` (text recognition) or `canceled`.
 */
export async function readBook(file: string, options: ReadOptions): Promise<Book> {
  const { signal, onPageFailed, ...choices } = options;
  throwIfCanceled(signal);
  await checkBookFile(file, choices);
  throwIfCanceled(signal);
  await using readable = await openReadable(file, choices, signal);
  const request = { file: path.resolve(readable.file), choices };
  const found = choices.keepsSource ? await picturesOnPages(request, signal) : undefined;
  if (found && found.warnings.length > 0) onPageFailed?.();
  const { book } = await askReader({ ...request, pagePictures: found?.pictures }, signal, onPageFailed);
  if (book === undefined) throw failureOf(undefined);
  if (found) return { ...book, warnings: [...book.warnings, ...found.warnings] };
  return readable.isConverted ? withoutPlaces(book) : book;
}

/** Finds the pictures of a PDF, in a process of its own: a book must not fail because of them. Throws `canceled`. */
async function picturesOnPages(request: ReadRequest, signal: AbortSignal): Promise<FoundPagePictures | undefined> {
  if ((await detectBookFormat(request.file)) !== 'pdf') return undefined;
  try {
    const { onPages } = await askReader({ ...request, findsPagePictures: true }, signal);
    return onPages;
  } catch (thrown) {
    throwIfCanceled(signal);
    const { message } = toAudiobookError(thrown);
    return { pictures: [], warnings: [`The read-along is without the pictures of the PDF. ${message}`] };
  }
}

/** Returns the answer of a reading process. Throws the failure that it reports, `book-too-large` or `canceled`. */
export async function askReader(
  request: ReadRequest,
  signal: AbortSignal,
  onPageFailed?: () => void,
): Promise<ReadResponse> {
  await using reader = startReader(request.choices);
  throwIfCanceled(signal);
  return await receiveAnswer(reader.process, request, { signal, onPageFailed });
}

async function receiveAnswer(
  child: ChildProcess,
  request: ReadRequest,
  { signal, onPageFailed }: Pick<ReadOptions, 'signal' | 'onPageFailed'>,
): Promise<ReadResponse> {
  const limits = limitsOf(request.choices);
  const listening = new AbortController();
  try {
    return await new Promise<ReadResponse>((resolve, reject) => {
      const timer = readingTimer(limits, reject, listening.signal);
      const recognize = recognizeWithTesseract(
        AbortSignal.any([signal, listening.signal]),
        request.choices.ocrLanguage,
      );
      signal.addEventListener('abort', () => reject(canceled(signal)), { signal: listening.signal });
      const recognizePage = async (page: PageImage) => {
        timer.stop();
        const recognition = await recognize(page);
        if (recognition === undefined) onPageFailed?.();
        timer.start();
        child.send({ recognition } satisfies RecognitionResponse, () => undefined);
      };
      child.on('message', (response: ReadResponse) => {
        const { book, placed, pictures, onPages, page, failure } = response;
        if (book ?? placed ?? pictures ?? onPages) resolve(response);
        else if (!page) reject(failureOf(failure));
        else void recognizePage(page).catch(reject);
      });
      child.once('error', (cause) => reject(new AudiobookError('internal', 'The reading process failed.', { cause })));
      child.once('exit', (code, killedBy) => reject(endedEarly(code, killedBy, limits)));
      // Ignores a failed send: the exit of the process explains it.
      child.send(request, () => undefined);
    });
  } finally {
    listening.abort();
  }
}

/** Limits the time on the clock since the last `start`. It is stopped during text recognition, which has its own limit. */
function readingTimer({ wallSeconds }: ReadLimits, onTimeout: (error: AudiobookError) => void, ended: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    if (!ended.aborted)
      timer = setTimeout(() => onTimeout(tooLarge('reading time', wallSeconds, 'seconds')), wallSeconds * 1000);
  };
  ended.addEventListener('abort', stop);
  start();
  return { start, stop };
}

function failureOf(failure: ReadResponse['failure']): AudiobookError {
  if (!failure) return new AudiobookError('internal', 'The reading process returned no book.');
  const { code, message, cause } = failure;
  return new AudiobookError(code, message, { cause: cause === undefined ? undefined : new Error(cause) });
}

/** Signals of the memory watch (SIGKILL), and of the engine when it gets no memory. */
const memorySignals = new Set<string | null>(['SIGKILL', 'SIGABRT', 'SIGTRAP']);

/** Processor time is up when the watch says so. Memory is exhausted when one of these signals, or the engine on its own (134), ended the process; otherwise it crashed. */
function endedEarly(
  code: number | null,
  signal: string | null,
  { memoryMegabytes, seconds }: ReadLimits,
): AudiobookError {
  if (signal === 'SIGXCPU') return tooLarge('processor time for reading', seconds, 'seconds');
  if (memorySignals.has(signal) || code === 134 || process.platform === 'win32')
    return tooLarge('memory for reading', memoryMegabytes, 'megabytes');
  const cause = signal ?? `exit code ${code}`;
  return new AudiobookError('book-damaged', `The book is damaged: the reading process crashed (${cause}).`);
}
