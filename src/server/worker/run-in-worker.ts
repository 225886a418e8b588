import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AudiobookError, canceled, throwIfCanceled } from '../../core/errors.ts';
import type { WorkerEvent, WorkerRequest, WorkerResult } from './worker-messages.ts';

/** Options of `runInWorker`. */
export interface RunInWorkerOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: WorkerEvent) => void;
}

/**
 * Runs a request in a worker thread with limited memory and returns its result. After the signal is aborted, the
 * worker has a moment to clean up before it is terminated. Throws what the work throws, or `canceled`.
 */
export async function runInWorker<Value>(
  request: WorkerRequest,
  { signal, onEvent }: RunInWorkerOptions,
): Promise<Value> {
  throwIfCanceled(signal);
  const worker = new Worker(new URL('./conversion-worker.js', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb },
  });
  const exited = once(worker, 'exit');
  const stop = (): void => void stopWorker(worker, exited);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await resultOf<Value>(worker, { signal, onEvent });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

const maxOldGenerationSizeMb = 1024;

/** A canceled conversion must end within a second. */
const cleanUpMs = 800;

async function stopWorker(worker: Worker, exited: Promise<unknown>): Promise<void> {
  worker.postMessage('stop', []);
  await Promise.race([exited, delay(cleanUpMs, undefined, { ref: false })]);
  await worker.terminate();
}

async function resultOf<Value>(worker: Worker, { signal, onEvent }: RunInWorkerOptions): Promise<Value> {
  return await new Promise((resolve, reject) => {
    worker.on('message', (message: WorkerEvent | WorkerResult<Value>) => {
      if (message.type === 'done') resolve(message.value);
      else if (message.type === 'failed') reject(signal.aborted ? canceled(signal) : errorFrom(message));
      else onEvent(message);
    });
    worker.once('error', (cause) => reject(crashError(cause)));
    worker.once('exit', () => reject(signal.aborted ? canceled(signal) : crashError(undefined)));
  });
}

function errorFrom({ code, message, at }: Extract<WorkerResult<unknown>, { type: 'failed' }>): AudiobookError {
  const error = new AudiobookError(code, message);
  error.stack = [`${error.name}: ${code}`, ...at.map((line) => `    at ${line}`)].join('\n');
  return error;
}

function crashError(cause: Error | undefined): AudiobookError {
  if (cause && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    const message = 'The book is too large: its conversion exceeds the memory limit.';
    return new AudiobookError('book-too-large', message, { cause });
  }
  return new AudiobookError('internal', 'The conversion worker exited unexpectedly.', { cause });
}
