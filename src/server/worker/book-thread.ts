import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AudiobookError, canceled, throwIfCanceled } from '../../core/errors.ts';
import type { ThreadEnd, ThreadNews, ThreadOrder } from './thread-messages.ts';

/**
 * Works on a book in a thread of its own, with a bound on its memory; answers what the thread made. Once the signal is
 * aborted the thread has a moment to clean up, then it is ended. Throws what the work throws, or `canceled`.
 */
export async function workInThread<Value>(
  order: ThreadOrder,
  { signal, onNews }: { readonly signal: AbortSignal; readonly onNews: (news: ThreadNews) => void },
): Promise<Value> {
  throwIfCanceled(signal);
  const thread = new Worker(new URL('./conversion-worker.js', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb },
  });
  const ended = once(thread, 'exit');
  const stop = (): void => void stopThread(thread, ended);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await answerOf<Value>(thread, signal, onNews);
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

const maxOldGenerationSizeMb = 1024;

/** Hanging up must be felt within a second. */
const cleanUpMs = 800;

async function stopThread(thread: Worker, ended: Promise<unknown>): Promise<void> {
  thread.postMessage('stop', []);
  await Promise.race([ended, delay(cleanUpMs, undefined, { ref: false })]);
  await thread.terminate();
}

async function answerOf<Value>(
  thread: Worker,
  signal: AbortSignal,
  onNews: (news: ThreadNews) => void,
): Promise<Value> {
  return await new Promise((resolve, reject) => {
    thread.on('message', (message: ThreadNews | ThreadEnd<Value>) => {
      if (message.type === 'done') resolve(message.value);
      else if (message.type === 'failed') reject(signal.aborted ? canceled(signal) : failureFrom(message));
      else onNews(message);
    });
    thread.once('error', (cause) => reject(brokenThread(cause)));
    thread.once('exit', () => reject(signal.aborted ? canceled(signal) : brokenThread(undefined)));
  });
}

function failureFrom({ code, message, at }: Extract<ThreadEnd<unknown>, { type: 'failed' }>): AudiobookError {
  const error = new AudiobookError(code, message);
  error.stack = [`${error.name}: ${code}`, ...at.map((line) => `    at ${line}`)].join('\n');
  return error;
}

function brokenThread(cause: Error | undefined): AudiobookError {
  if (cause && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new AudiobookError('book-too-large', 'The book goes over a limit: memory for its conversion.', { cause });
  }
  return new AudiobookError('internal', 'The thread of a conversion ended without a word.', { cause });
}
