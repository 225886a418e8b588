import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { Redact } from '../errors/failure.ts';
import type { Job, JobOutcome } from '../jobs/job.ts';
import type { Usage } from '../access/usage.ts';
import type { Metrics } from '../metrics.ts';
import type { Converted } from './convert-job.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { WorkerContext, WorkerEvent } from './worker-messages.ts';

/** Options of `runJob`. */
export interface RunJobOptions {
  readonly workers: WorkerPool;
  readonly workerContext: WorkerContext;
  readonly metrics: Metrics;
  readonly redact: Redact;
  readonly usage: Pick<Usage, 'charge'>;
}

/** Runs the conversion of a job in a worker and applies its events to the job. Throws what the conversion throws. */
export async function runJob(
  job: Job,
  { workers, workerContext, metrics, redact, usage }: RunJobOptions,
): Promise<JobOutcome> {
  const { record, paths, password } = job;
  const task = { type: 'convert', record, paths, password } as const;
  const refused = new AbortController();
  const signal = AbortSignal.any([job.controller.signal, refused.signal]);
  const onEvent = (event: WorkerEvent): void => {
    applyEvent(job, event, metrics);
    if (event.type !== 'progress' || event.event.type !== 'plan-made') return;
    usage.charge(record.owner, record.id, event.event.characters).catch((error: unknown) => refused.abort(error));
  };
  try {
    const converted = await workers.run<Converted | undefined>({ task, ...workerContext }, { signal, onEvent });
    if (!converted) return { state: 'scripted' };
    const { result, files, report } = converted;
    return { result, files, report: publicReport(report, redact) };
  } catch (error) {
    throw refused.signal.aborted && !job.controller.signal.aborted ? refused.signal.reason : error;
  }
}

function applyEvent(job: Job, event: WorkerEvent, metrics: Metrics): void {
  if (event.type === 'provider') job.change({ provider: event.id, providerByDefault: event.byDefault });
  if (event.type === 'call') metrics.countCall(event);
  if (event.type !== 'progress') return;
  metrics.countEvent(event.event);
  job.applyProgress(event.event);
}

/** Returns the report without paths of this machine and without secrets (docs/specification.md, "HTTP service"). */
export function publicReport(report: ConversionReport, redact: Redact): Record<string, unknown> {
  const { file: _file, sha256: _sha256, ...book } = report.book;
  const { output: _output, ...published } = report;
  const files = report.files.map(({ path: _path, ...file }) => file);
  const chapters = report.narration?.chapters.map(({ scriptFile: _scriptFile, ...chapter }) => chapter);
  return {
    ...published,
    book,
    files,
    gaps: report.gaps.map((gap) => ({ ...gap, reason: redact(gap.reason) })),
    warnings: report.warnings.map(redact),
    narration: report.narration && { ...report.narration, chapters },
  };
}
