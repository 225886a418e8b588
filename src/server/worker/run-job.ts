import type { ConversionReport } from '../../pipeline/report/report.ts';
import type { Redact } from '../errors/failure.ts';
import type { JobPaths } from '../jobs/job-paths.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import { shelfOf } from '../jobs/shelf-of.ts';
import type { Converted } from './convert-job.ts';
import type { WorkerPool } from './worker-pool.ts';
import type { WorkerContext, WorkerEvent } from './worker-messages.ts';

/** The fields that a successful conversion adds to the record: its results, or only the state where it ends with its scripts. */
export type JobOutcome =
  | (Required<Pick<JobRecord, 'result' | 'files' | 'report'>> & Pick<JobRecord, 'shelf'> & { readonly state: 'done' })
  | { readonly state: 'scripted' };

/** A job that is to be run. */
export interface JobToRun {
  readonly record: JobRecord;
  readonly paths: JobPaths;
  readonly password: string | undefined;
}

/** Options of `runJob`. */
export interface RunJobOptions {
  readonly pool: Pick<WorkerPool, 'run'>;
  readonly workerContext: WorkerContext;
  readonly redact: Redact;
  readonly signal: AbortSignal;
  readonly onEvent: (event: WorkerEvent) => void;
}

/** Runs the conversion of a job in a worker process. Throws what the conversion throws. */
export async function runJob(
  { record, paths, password }: JobToRun,
  { pool, workerContext, redact, signal, onEvent }: RunJobOptions,
): Promise<JobOutcome> {
  const task = { type: 'convert', record, paths, password } as const;
  const converted = await pool.run<Converted | undefined>({ task, ...workerContext }, { signal, onEvent });
  if (!converted) return { state: 'scripted' };
  const { result, files } = converted;
  const report = publicReport(converted.report, redact);
  return { state: 'done', result, files, report, shelf: await shelfOf(report, paths.book) };
}

/** Returns the report without paths of this machine and without secrets (docs/specification.md, "HTTP service"). */
function publicReport(report: ConversionReport, redact: Redact): Record<string, unknown> {
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
