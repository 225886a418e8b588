import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AudiobookError, canceled, throwIfCanceled } from '../../core/errors.ts';
import type { WorkerResult, WorkerEvent, WorkerRequest } from './worker-messages.ts';

/**
 * Works on a book in a thread of its own, with a bound on its memory; answers what the thread made. Once the signal is
 * aborted the thread has a moment to clean up, then it is ended. Throws what the work throws, or `canceled`.
 */
export async function runInWorker<Value>(
  request: WorkerRequest,
  { signal, onEvent }: { readonly signal: AbortSignal; readonly onEvent: (event: WorkerEvent) => void },
): Promise<Value> {
  throwIfCanceled(signal);
  const thread = new Worker(new URL('./conversion-worker.js', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb },
  });
  const ended = once(thread, 'exit');
  const stop = (): void => void stopThread(thread, ended);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await answerOf<Value>(thread, signal, onEvent);
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
  onEvent: (event: WorkerEvent) => void,
): Promise<Value> {
  return await new Promise((resolve, reject) => {
    thread.on('message', (message: WorkerEvent | WorkerResult<Value>) => {
      if (message.type === 'done') resolve(message.value);
      else if (message.type === 'failed') reject(signal.aborted ? canceled(signal) : failureFrom(message));
      else onEvent(message);
    });
    thread.once('error', (cause) => reject(brokenThread(cause)));
    thread.once('exit', () => reject(signal.aborted ? canceled(signal) : brokenThread(undefined)));
  });
}

function failureFrom({ code, message, at }: Extract<WorkerResult<unknown>, { type: 'failed' }>): AudiobookError {
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
