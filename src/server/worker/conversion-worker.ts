import { AudiobookError, toAudiobookError } from '../../core/errors.ts';
import { missingSpace } from '../../core/files/require-space.ts';
import { useNetwork } from '../../core/http/network.ts';
import { settingsFrom } from '../../core/settings.ts';
import { planConversion } from '../../pipeline/plan/plan-conversion.ts';
import { sayText } from '../../pipeline/say/say-text.ts';
import { convertJob } from './convert-job.ts';
import { speakJobPart, splitJob, writeJobScripts } from './speak-job-part.ts';
import { stackLines } from '../errors/logged-error.ts';
import type { WorkerMessage, WorkerRequest, WorkerResult } from './worker-messages.ts';

// `WorkerProcess` sets it for this process alone, whose glibc has read it.
// oxlint-disable-next-line node/no-process-env -- as every child inherits it, without that variable
delete process.env['MALLOC_MMAP_THRESHOLD_'];

// Works on one book at a time, in a process that may crash or be killed without harm to the service.
let controller = new AbortController();
process.on('message', (message: WorkerRequest | 'stop') => {
  if (message === 'stop') controller.abort(new AudiobookError('canceled', 'The conversion was canceled.'));
  else void work(message);
});
process.on('disconnect', () => process.exit());

async function work(request: WorkerRequest): Promise<void> {
  controller = new AbortController();
  const { signal } = controller;
  emit({ type: 'started' });
  emit(await resultOf(request, signal));
}

function emit(message: WorkerMessage<unknown>): void {
  if (process.connected) process.send?.(message);
}

async function resultOf(request: WorkerRequest, signal: AbortSignal): Promise<WorkerResult<unknown>> {
  try {
    const value = await perform(request, signal);
    return { type: 'done', value, memoryBytes: process.memoryUsage.rss() };
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    const space = missingSpace(thrown);
    return { type: 'failed', code, message, at: stackLines(thrown), space, memoryBytes: process.memoryUsage.rss() };
  }
}

async function perform(request: WorkerRequest, signal: AbortSignal): Promise<unknown> {
  const { task, cacheFolder, stateFolder, limits } = request;
  const settings = settingsFrom([request.settings]);
  await useNetwork(settings);
  if ('record' in task) {
    const { record, paths, password } = task;
    const job = { settings, cacheFolder, stateFolder, limits, password, signal, emit };
    if (task.type === 'split') return await splitJob(record, paths, { ...job, partCharacters: task.partCharacters });
    if (task.type === 'speak') return await speakJobPart(record, paths, { ...job, part: task.part });
    if (task.type === 'scripts') return await writeJobScripts(record, paths, { ...job, chapters: task.chapters });
    return await convertJob(record, paths, job);
  }
  if (task.type === 'sample') return await sayText({ ...task.request, signal }, settings);
  return await planConversion(task.request, { settings, signal, cacheFolder, stateFolder });
}
