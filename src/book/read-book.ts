import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Book } from '../core/book.ts';
import { AudiobookError, canceled, systemCode, throwIfCanceled } from '../core/errors.ts';
import { recognizeWithTesseract } from './pdf/ocr/tesseract.ts';
import type { PageImage } from './pdf/document/recognition.ts';
import { limitsOf } from './read-options.ts';
import type { ReadLimits, ReadOptions } from './read-options.ts';
import type { ReadResponse, ReadRequest, RecognitionResponse } from './reader-messages.ts';

/**
 * Reads an EPUB or PDF, told apart by content, in a process of its own that ends over its limits of time and memory.
 * Throws `file-not-found`, `bad-value` (a folder, a language of `ocrLanguage`), `book-damaged`, `book-unsupported`, `book-drm`, `book-password`,
 * `book-no-text`, `book-too-large`, `tool-missing` (text recognition) or `canceled`.
 */
export async function readBook(file: string, options: ReadOptions): Promise<Book> {
  const { signal, ...choices } = options;
  throwIfCanceled(signal);
  await refuseNoFile(file);
  throwIfCanceled(signal);
  const limits = limitsOf(choices);
  await using reader = startReader(limits);
  return await answerOf(reader.process, { file: path.resolve(file), choices }, limits, signal);
}

async function refuseNoFile(file: string): Promise<void> {
  try {
    const found = await stat(file);
    if (found.isFile()) return;
  } catch (cause) {
    const code = systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR' ? 'file-not-found' : 'bad-value';
    const problem = code === 'file-not-found' ? 'There is no file' : 'Cannot open';
    throw new AudiobookError(code, `${problem} '${file}'.`, { cause });
  }
  throw new AudiobookError('bad-value', `'${file}' is a folder or no ordinary file; wanted an EPUB or PDF file.`);
}

function startReader(limits: ReadLimits): AsyncDisposable & { readonly process: ChildProcess } {
  const child = fork(fileURLToPath(new URL('./reader-worker.js', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${Math.round(limits.memoryMegabytes * 0.8)}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The reader needs nothing from outside: no keys, no NODE_OPTIONS.
    env: {},
  });
  return {
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function answerOf(
  child: ChildProcess,
  request: ReadRequest,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<Book> {
  const listening = new AbortController();
  try {
    return await new Promise<Book>((resolve, reject) => {
      const clock = readingClock(limits, reject, listening.signal);
      const recognize = recognizeWithTesseract(
        AbortSignal.any([signal, listening.signal]),
        request.choices.ocrLanguage,
      );
      signal.addEventListener('abort', () => reject(canceled(signal)), { signal: listening.signal });
      const recognizePage = async (page: PageImage) => {
        clock.stop();
        const recognition = await recognize(page);
        clock.start();
        child.send({ recognition } satisfies RecognitionResponse, () => undefined);
      };
      child.on('message', ({ book, page, failure }: ReadResponse) => {
        if (book) resolve(book);
        else if (!page) reject(failureOf(failure));
        else void recognizePage(page).catch(reject);
      });
      child.once('error', (cause) => reject(new AudiobookError('internal', 'The reading process failed.', { cause })));
      child.once('exit', (code, by) => reject(endedEarly(code, by, limits)));
      // A process that is gone says why by its end.
      child.send(request, () => undefined);
    });
  } finally {
    listening.abort();
  }
}

/** Measures the time that the reader takes, from its last `start`; the program that recognises text has a limit of its own. */
function readingClock(limits: ReadLimits, onOver: (error: AudiobookError) => void, ended: AbortSignal) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    if (!ended.aborted) timer = setTimeout(() => onOver(overTime(limits)), limits.seconds * 1000);
  };
  ended.addEventListener('abort', stop);
  start();
  return { start, stop };
}

function failureOf(failure: ReadResponse['failure']): AudiobookError {
  const { code, message, cause } = failure ?? {
    code: 'internal' as const,
    message: 'The reading process gave no answer.',
  };
  return new AudiobookError(code, message, cause === undefined ? {} : { cause: new Error(cause) });
}

function overTime({ seconds }: ReadLimits): AudiobookError {
  return new AudiobookError('book-too-large', `The book goes over a limit: reading time, at most ${seconds} seconds.`);
}

/** The process was ended by its memory watch (SIGKILL) or by the engine out of memory (SIGABRT, 134), or it crashed. */
function endedEarly(code: number | null, by: string | null, { memoryMegabytes }: ReadLimits): AudiobookError {
  if (by === 'SIGKILL' || by === 'SIGABRT' || code === 134 || process.platform === 'win32') {
    return new AudiobookError(
      'book-too-large',
      `The book goes over a limit: memory for reading, at most ${memoryMegabytes} megabytes.`,
    );
  }
  return new AudiobookError('book-damaged', `The book broke the reader (${by ?? `exit code ${code}`}): it is damaged.`);
}
