import { canceled } from '../../../core/errors.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import { runJob } from '../../worker/run-job.ts';
import type { JobOutcome } from '../../worker/run-job.ts';
import { RunReport } from '../../worker/run-report.ts';
import { untilCorrected } from '../../worker/until-corrected.ts';
import type { WorkerEvent } from '../../worker/worker-messages.ts';
import type { SeenFiles } from '../files/job-files.ts';
import { endOwn, removeCanceled } from './book-run.ts';
import type { BookRun } from './book-run.ts';
import { fetchBook } from './fetch-book.ts';
import { ScriptKeeper } from './script-keeper.ts';
import { removalMs } from '../queue/remove-job.ts';
import { progressMs, withProvider } from './work-tools.ts';
import type { WorkTools } from './work-tools.ts';

/**
 * Runs the conversion of a book, as on one machine: what was spoken in parts is in the segment store. Stores its files and ends the
 * job. Throws what the conversion throws.
 */
export async function finishBook(run: BookRun, tools: WorkTools): Promise<void> {
  const { record, running } = run;
  await using folder = tools.scratch.open(record.id);
  const { paths } = folder;
  const seen: SeenFiles = new Map();
  await fetchBook(record, paths, { files: tools.files, signal: running.signal, seen });
  const ending = await untilCorrected(record, tools.records, async (now) => {
    return await convert({ ...run, record: now }, { paths, seen }, tools);
  });
  for (const place of ['book', 'result']) {
    await tools.files.put({ id: record.id, folder: paths.folder }, place, running.signal);
  }
  if (running.signal.aborted) throw canceled(running.signal);
  const ended = await endOwn(record, { ...ending, endedMs: Date.now() }, tools);
  if (!ended) return await removeCanceled(record.id, tools);
  tools.logger.info({ job: record.id, state: ending.state }, 'book ended');
  if (ending.state !== 'done' || ended.hasUpload) return undefined;
  const signal = AbortSignal.timeout(removalMs);
  for (const place of ['upload', 'cover']) await tools.files.remove(record.id, place, signal);
}

async function convert(
  { record, running, password, book }: BookRun,
  { paths, seen }: { readonly paths: JobPaths; readonly seen: SeenFiles },
  tools: WorkTools,
): Promise<JobOutcome> {
  const { records, redact, files, queues } = tools;
  const provider = book.provider ?? record.provider;
  const keeper = new ScriptKeeper({ id: record.id, paths, files, running, seen });
  const report = new RunReport({
    id: record.id,
    records,
    redact,
    everyMs: progressMs,
    isSpoken: await tools.progress.has(record.id),
    onGone: () => tools.running.cancel(record.id),
  });
  const onEvent = (event: WorkerEvent): void => {
    report.onEvent(event);
    if (event.type !== 'progress' || event.event.type !== 'provider-pause' || provider === undefined) return;
    queues.pause({ provider }, event.event.pauseMs).catch(() => undefined);
  };
  try {
    const job = { record: withProvider(record, provider), paths, password };
    return await runJob(job, { ...tools, signal: running.signal, onEvent });
  } finally {
    await keeper[Symbol.asyncDispose]();
    await report.settled();
  }
}
