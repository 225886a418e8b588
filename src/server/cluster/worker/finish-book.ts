import { canceled } from '../../../core/errors.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { Converted } from '../../worker/convert-job.ts';
import { publicReport } from '../../worker/run-job.ts';
import type { SeenFiles } from '../files/job-files.ts';
import { changeOwn, removeCanceled } from './book-run.ts';
import type { BookRun } from './book-run.ts';
import { fetchBook } from './fetch-book.ts';
import { RunReport } from './run-report.ts';
import { ScriptKeeper } from './script-keeper.ts';
import { removalMs } from '../queue/remove-job.ts';
import { withProvider } from './work-tools.ts';
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
  const converted = await convert(run, { paths, seen }, tools);
  const ending = await store(converted, paths, run, tools);
  if (running.signal.aborted) throw canceled(running.signal);
  const isEnded = await changeOwn(record, { ...ending, endedMs: Date.now() }, tools);
  if (!isEnded) return await removeCanceled(record.id, tools);
  tools.logger.info({ job: record.id, state: ending.state }, 'book ended');
  if (ending.state !== 'done') return undefined;
  const signal = AbortSignal.timeout(removalMs);
  for (const place of ['upload', 'cover']) await tools.files.remove(record.id, place, signal);
}

async function convert(
  { record, running, password, book }: BookRun,
  { paths, seen }: { readonly paths: JobPaths; readonly seen: SeenFiles },
  tools: WorkTools,
): Promise<Converted | undefined> {
  const { pool, workerContext, records, redact, files, queues } = tools;
  const provider = book.provider ?? record.provider;
  const keeper = new ScriptKeeper({ id: record.id, paths, files, running, seen });
  const report = new RunReport({
    id: record.id,
    records,
    redact,
    isSpoken: await tools.progress.has(record.id),
    onGone: () => tools.running.cancel(record.id),
    onPause(ms) {
      if (provider !== undefined) queues.pause({ provider }, ms).catch(() => undefined);
    },
  });
  const task = { type: 'convert', record: withProvider(record, provider), paths, password } as const;
  try {
    const options = { signal: running.signal, onEvent: report.onEvent.bind(report) };
    return await pool.run<Converted | undefined>({ task, ...workerContext }, options);
  } finally {
    await keeper[Symbol.asyncDispose]();
    await report.settled();
  }
}

/** Stores the files of a conversion and returns how its record ends. */
async function store(
  converted: Converted | undefined,
  paths: JobPaths,
  { record, running: { signal } }: BookRun,
  { files, redact }: WorkTools,
): Promise<Partial<JobRecord>> {
  const job = { id: record.id, folder: paths.folder };
  for (const place of ['book', 'stream', 'result']) await files.put(job, place, signal);
  if (!converted) return { state: 'scripted' };
  const { result, files: written, report } = converted;
  return { state: 'done', result, files: written, report: publicReport(report, redact) };
}
