import { z } from 'zod';
import { AudiobookError } from '../../../core/errors.ts';
import { parseJson } from '../../../core/http/parse-json.ts';
import type { JobProgress } from '../../jobs/job-progress.ts';
import { jobRecordSchema } from '../../jobs/job-record.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { longFields } from '../../jobs/job-view.ts';
import type { StoredJob } from '../../jobs/ports/records.ts';

/** The format of jobs that this version writes. It reads the one before, whose record has everything. */
export const recordFormat = '2';

/** A job as Redis has it. */
export interface RedisJob extends StoredJob {
  /** Whether it has the format of the version before. */
  readonly isOld: boolean;
}

const formats: ReadonlySet<string | null | undefined> = new Set(['1', recordFormat]);

/** Long parts of a record, which lists and events leave out: fields of the hash of a job. */
const longParts = ['report', 'files', 'corrections', 'texts'] as const;

/** Fields of the hash of a job that `parseStored` takes, in its order. */
export const storedFields = ['format', 'revision', 'record', 'progress', ...longParts] as const;

/** Fields for lists. */
export const listedFields = ['format', 'revision', 'record', 'progress', 'none', 'files'] as const;

const titleSchema = z.object({ book: z.object({ title: z.string() }) });

/** Returns a record as lists and events need it: without long texts and files, and of the report only the title. */
export function listedRecord(record: JobRecord): JobRecord {
  const { data: report } = titleSchema.safeParse(record.report);
  const short = Object.entries(record.fields).filter(([name]) => !longFields.has(name));
  return { ...record, report, files: undefined, corrections: undefined, fields: Object.fromEntries(short) };
}

/** Returns the fields of the hash of a job that differ from those of the job before, and those that go. */
export function changedFields(
  after: JobRecord,
  before?: RedisJob,
): { readonly set: readonly string[]; readonly unset: readonly string[] } {
  const known = before && !before.isOld ? longTexts(before.record) : {};
  const changed = Object.entries(longTexts(after)).filter(([part, text]) => text !== known[part]);
  const set = changed.flatMap(([part, text]) => (text === undefined ? [] : [part, text]));
  const unset = changed.flatMap(([part, text]) => (text === undefined ? [part] : []));
  const isNewState = before?.record.state !== after.state;
  return {
    set: ['record', JSON.stringify(listedRecord(after)), 'state', after.state, ...set],
    unset: isNewState ? ['progress', ...unset] : unset,
  };
}

/** Returns the long parts of a record as they are stored. */
function longTexts(record: JobRecord): Readonly<Record<string, string | undefined>> {
  const parts = { report: record.report, files: record.files, corrections: record.corrections, texts: textsOf(record) };
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, JSON.stringify(value)]));
}

function textsOf({ fields }: JobRecord): JobRecord['fields'] | undefined {
  const long = Object.entries(fields).filter(([name]) => longFields.has(name));
  return long.length === 0 ? undefined : Object.fromEntries(long);
}

/**
 * Returns the job that the values of a hash describe, or undefined where there is none. Throws `internal` for a job in a format
 * that this version does not know.
 */
export function parseStored(values: readonly (string | null)[]): RedisJob | undefined {
  const [format, revision, text, progress, ...parts] = values;
  if (typeof text !== 'string') return undefined;
  const record = formats.has(format) ? wholeRecord(text, parts) : undefined;
  if (!record) {
    throw new AudiobookError('internal', 'A job has a format that this version does not know. Update all machines.');
  }
  const isRunning = record.state === 'running' && typeof progress === 'string';
  return {
    record,
    progress: isRunning ? parseProgress(progress) : undefined,
    revision: Number(revision),
    isOld: format !== recordFormat,
  };
}

function wholeRecord(text: string, parts: readonly (string | null)[]): JobRecord | undefined {
  const { data: record } = jobRecordSchema.safeParse(parseJson(text));
  if (!record) return undefined;
  const [report = record.report, files = record.files, corrections = record.corrections, texts] = parts.map(
    (part) => parseJson(part ?? '') ?? undefined,
  );
  const fields = { ...record.fields, ...(typeof texts === 'object' && texts) };
  return jobRecordSchema.safeParse({ ...record, report, files, corrections, fields }).data;
}

/** Returns the progress in a JSON text, which only this program writes. */
function parseProgress(text: string): JobProgress {
  const progress: JobProgress = JSON.parse(text);
  return progress;
}
