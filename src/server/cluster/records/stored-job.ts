import { z } from 'zod';
import { AudiobookError } from '../../../core/errors.ts';
import { parseJson } from '../../../core/http/parse-json.ts';
import type { JobProgress } from '../../jobs/job-progress.ts';
import { jobRecordSchema } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';

/** A job as Redis has it. */
export interface StoredJob {
  readonly record: JobRecord;
  /** Progress of the run, while the job runs. */
  readonly progress?: JobProgress | undefined;
  /** Rises with each change of the record. */
  readonly revision: number;
}

/** Fields of the hash of a job that `parseStored` takes, in its order. */
export const storedFields = ['format', 'revision', 'record', 'report', 'progress'] as const;

/** Fields of a list: reports are long. */
export const listedFields = ['format', 'revision', 'record'] as const;

const titleSchema = z.object({ book: z.object({ title: z.string() }) });

/** Returns a record as lists and events need it: its report has no more than the title of the book. */
export function listedRecord(record: JobRecord): JobRecord {
  const { data: report } = titleSchema.safeParse(record.report);
  return { ...record, report };
}

/**
 * Returns the job that the values of a hash describe, or undefined where there is none. Throws `internal` for a job in a format
 * that this version does not know.
 */
export function parseStored(values: readonly (string | null)[]): StoredJob | undefined {
  const [format, revision, text, report, progress] = values;
  if (text === null || text === undefined) return undefined;
  const { data: record } = jobRecordSchema.safeParse(parseJson(text));
  if (format !== '1' || !record) {
    throw new AudiobookError('internal', 'A job has a format that this version does not know. Update all machines.');
  }
  return {
    record: report ? { ...record, report: reportSchema.parse(parseJson(report)) } : record,
    progress: progress ? parseProgress(progress) : undefined,
    revision: Number(revision),
  };
}

const reportSchema = jobRecordSchema.shape.report;

/** Returns the progress in a JSON text, which only this program writes. */
function parseProgress(text: string): JobProgress {
  const progress: JobProgress = JSON.parse(text);
  return progress;
}
