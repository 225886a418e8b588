import { parentPort, workerData } from 'node:worker_threads';
import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import { settingsFrom } from '../../core/settings.ts';
import { planConversion } from '../../pipeline/queries/plan-conversion.ts';
import { convertJob } from './convert-job.ts';
import { stackLines } from '../errors/logged-error.ts';
import type { ThreadEnd, ThreadNews, ThreadOrder } from './thread-messages.ts';

// This thread works on one book and ends: however large the book is, the service goes on answering.
const order: ThreadOrder = workerData;
const controller = new AbortController();
parentPort?.once('message', () => controller.abort(new AudiobookError('canceled', 'The conversion was canceled.')));
parentPort?.unref();
tell(await end());

function tell(message: ThreadNews | ThreadEnd<unknown>): void {
  parentPort?.postMessage(message, []);
}

async function end(): Promise<ThreadEnd<unknown>> {
  try {
    return { type: 'done', value: await work() };
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    return { type: 'failed', code, message, at: stackLines(thrown) };
  }
}

async function work(): Promise<unknown> {
  const { task, cacheFolder, limits } = order;
  const { signal } = controller;
  const settings = settingsFrom([order.settings]);
  if (task.type === 'convert') {
    const { record, places, password } = task;
    return await convertJob(record, places, { settings, cacheFolder, limits, password, signal, tell });
  }
  const { bookFile, reading, provider, maxChapters } = task;
  const wanted = { ...(provider !== undefined && { provider }), ...(maxChapters !== undefined && { maxChapters }) };
  return await planConversion({ bookFile, reading, ...wanted }, settings, signal);
}
