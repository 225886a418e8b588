import { parentPort, workerData } from 'node:worker_threads';
import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import { settingsFrom } from '../../core/settings.ts';
import { planConversion } from '../../pipeline/queries/plan-conversion.ts';
import { convertJob } from './convert-job.ts';
import { stackLines } from '../errors/logged-error.ts';
import type { WorkerEvent, WorkerRequest, WorkerResult } from './worker-messages.ts';

// Works on one book and ends. The main thread stays responsive, however large the book is.
const request: WorkerRequest = workerData;
const controller = new AbortController();
parentPort?.once('message', () => controller.abort(new AudiobookError('canceled', 'The conversion was canceled.')));
parentPort?.unref();
emit(await run());

function emit(message: WorkerEvent | WorkerResult<unknown>): void {
  parentPort?.postMessage(message, []);
}

async function run(): Promise<WorkerResult<unknown>> {
  try {
    return { type: 'done', value: await work() };
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    return { type: 'failed', code, message, at: stackLines(thrown) };
  }
}

async function work(): Promise<unknown> {
  const { task, cacheFolder, limits } = request;
  const { signal } = controller;
  const settings = settingsFrom([request.settings]);
  if (task.type === 'convert') {
    const { record, paths, password } = task;
    return await convertJob(record, paths, { settings, cacheFolder, limits, password, signal, emit });
  }
  return await planConversion(task.request, settings, signal);
}
