import { z } from 'zod';
import { statuses } from '../errors/statuses.ts';
import type { FailureCode } from '../errors/statuses.ts';

/** Kinds of conversion (docs/specification.md, "HTTP service"). */
export const jobKinds = ['synthesize', 'audiobook'] as const;
export type JobKind = (typeof jobKinds)[number];

/** Priorities of a job. */
export const jobPriorities = ['high', 'normal', 'low'] as const;

/**
 * States of a job. Queued and running jobs continue after a restart. One that is scripted has its scripts, and waits until it is
 * told to speak them.
 */
export const jobStates = ['queued', 'running', 'scripted', 'done', 'failed', 'canceled'] as const;
export type JobState = (typeof jobStates)[number];

/** The fields of a form as the caller sent them, without the password. Older records have some as numbers. */
const fields = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

/** What the library shows of a finished book. */
const shelf = z.object({
  title: z.string(),
  authors: z.array(z.string()),
  narrator: z.string().optional(),
  language: z.string().optional(),
  description: z.string().optional(),
  series: z.string().optional(),
  seriesPosition: z.string().optional(),
  seconds: z.number(),
  voice: z.string(),
  /** Number of chapters. */
  chapters: z.number(),
  hasCover: z.boolean(),
  /** Length of the audio that each file has or belongs to. */
  fileSeconds: z.array(z.number()),
});

export type Shelf = Readonly<z.infer<typeof shelf>>;

/** A `Correction` of the pipeline. */
const correction = z.object({ text: z.string(), say: z.string(), isWhole: z.boolean().optional() });

const code = z.custom<FailureCode>((value) => typeof value === 'string' && value in statuses);

/** A file in the folder of results: `file` is its path there, `name` the one that callers see. */
const resultFile = z.object({ file: z.string(), mediaType: z.string(), name: z.string(), bytes: z.number() });

/** A job on disk, with everything another process needs to continue it. */
export const jobRecordSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  createdMs: z.number(),
  startedMs: z.number().optional(),
  endedMs: z.number().optional(),
  /** Number of starts since the last progress, limited because a job may crash the process. */
  starts: z.number(),
  /** Whether a request waits for the result: such a job ends with its request and does not continue after a restart. */
  waitedFor: z.boolean(),
  /** Whether the scripts of a job that ends with them are to be spoken. */
  speak: z.literal(true).optional(),
  /** Whether the job is kept whatever its age and size. */
  keep: z.literal(true).optional(),
  /** Absent: normal. */
  priority: z.enum(jobPriorities).optional(),
  /** Name of the token that made the job. Only admins see a job without one. */
  owner: z.string().optional(),
  /** Address that is notified of the end, and the state of that notice. */
  webhook: z
    .object({
      url: z.string(),
      state: z.enum(['waiting', 'delivered', 'failed']),
      attempts: z.number(),
      /** When it is called next, in the time of `Records.nowMs`. Absent: at once. */
      dueMs: z.number().optional(),
    })
    .optional(),
  idempotency: z.object({ key: z.string(), fingerprint: z.string() }).optional(),
  upload: z.object({ name: z.string(), bytes: z.number() }),
  /** Whether a cover image was sent with the book. */
  cover: z.boolean().optional(),
  fields,
  corrections: z.array(correction).optional(),
  provider: z.string().optional(),
  /** Whether the service chose the provider. */
  providerByDefault: z.boolean().optional(),
  warnings: z.array(z.string()),
  result: resultFile.optional(),
  /** Every file that the conversion wrote, by the names that callers see. */
  files: z.array(resultFile.extend({ kind: z.string() })).optional(),
  report: z.record(z.string(), z.unknown()).optional(),
  /** Absent in records of older versions, until someone looks at the book. */
  shelf: shelf.optional(),
  /** Size of its files on the disk of a service that keeps them there. */
  bytes: z.number().optional(),
  /** Whether it has a stream for listeners that is still there. */
  hasStream: z.boolean().optional(),
  /** When it ended, in the time of `Records.nowMs`, where that is not the time of day. */
  keptFromMs: z.number().optional(),
  failure: z.object({ code, detail: z.string() }).optional(),
  /** Whether the upload of a failed job is gone, so that it cannot be retried. */
  uploadRemoved: z.boolean().optional(),
  /** Whether a finished job has its upload still, so that its files can be made anew. */
  hasUpload: z.literal(true).optional(),
  /** Whether the files of a finished job are made anew. Those that are there stay until the new ones are whole. */
  isRemade: z.literal(true).optional(),
  /** Whether its files are links to those of an audiobook elsewhere on this machine, which the service only reads. */
  isLinked: z.literal(true).optional(),
  /** Whether corrections or scripts were changed since the files were made. */
  isOutdated: z.literal(true).optional(),
});

export type JobRecord = Readonly<z.infer<typeof jobRecordSchema>>;

/** The part of a record that comes from the request. */
export type NewJob = Pick<
  JobRecord,
  'id' | 'kind' | 'waitedFor' | 'owner' | 'webhook' | 'priority' | 'upload' | 'cover' | 'fields' | 'idempotency'
>;

/** A request for a new job, whose folder already holds the upload. */
export interface JobRequest extends NewJob {
  /** Password of the book; never part of a record. */
  readonly password?: string | undefined;
}

/** Returns the record of a job that waits to be run. */
export function newJobRecord(request: NewJob): JobRecord {
  return { version: 1, ...request, state: 'queued', createdMs: Date.now(), starts: 0, warnings: [] };
}

/** Returns whether the job neither waits for its turn nor runs. */
export function hasEnded({ state }: JobRecord): boolean {
  return state !== 'queued' && state !== 'running';
}

/** Returns whether the job has finished files: also while these are made anew. */
export function isFinished({ state, isRemade }: JobRecord): boolean {
  return state === 'done' || isRemade === true;
}

/** Returns what changes in a job that is canceled now, or undefined for one that has ended. */
export function canceledNow(record: JobRecord): Partial<JobRecord> | undefined {
  return hasEnded(record) ? undefined : endedAs(record, { state: 'canceled', endedMs: Date.now() });
}

/** Returns what changes in a job whose run ends like this. One whose files were made anew, and are not, stays finished with what it had. */
export function endedAs(record: JobRecord, ending: Partial<JobRecord>): Partial<JobRecord> {
  const { isRemade, fields: form, warnings } = record;
  // Sentences can be corrected in the text of such a book.
  const hasUpload = form['listen'] === 'true' || undefined;
  if (ending.state === 'done') return { ...ending, hasUpload, isRemade: undefined };
  if (!isRemade) return ending;
  const { endedMs, failure } = ending;
  const why = failure ? [`The book could not be made anew: ${failure.detail}`] : [];
  return { state: 'done', endedMs, isRemade: undefined, isOutdated: true, warnings: [...warnings, ...why] };
}

/** Returns what changes in a job that has ended and is queued again: one that has its scripts is to speak them. */
export function queuedAgain({ state, speak, webhook, hasUpload }: JobRecord): Partial<JobRecord> {
  return {
    state: 'queued',
    starts: 0,
    warnings: [],
    failure: undefined,
    startedMs: undefined,
    endedMs: undefined,
    keptFromMs: undefined,
    // They say what the last run has left.
    bytes: undefined,
    hasStream: undefined,
    speak: state === 'scripted' ? true : speak,
    ...(state === 'done' && hasUpload && { isRemade: true, isOutdated: undefined }),
    // It will end again, and its webhook is to know.
    webhook: webhook && { url: webhook.url, state: 'waiting', attempts: 0 },
  };
}

/** Returns what changes in a job whose run begins in this process, or undefined for one that does not wait for it. */
export function begunNow({ state, starts }: JobRecord): Partial<JobRecord> | undefined {
  return state === 'queued' ? startedRun(starts, Date.now()) : undefined;
}

/** Returns what changes in a job that begins: what was corrected before is spoken. */
export function startedRun(starts: number, startedMs: number): Partial<JobRecord> {
  return { state: 'running', startedMs, starts: starts + 1, warnings: [], isOutdated: undefined };
}

/** Returns what changes in a job whose run begins anew, with the corrections that it did not know; undefined where there are none. */
export function correctionsSpoken({ state, isOutdated }: JobRecord): Partial<JobRecord> | undefined {
  return state === 'running' && isOutdated ? { isOutdated: undefined } : undefined;
}

/** Returns what changes in a job whose run this process ends itself: it waits again, and that start does not count. */
export function unstarted({ state, starts }: JobRecord): Partial<JobRecord> | undefined {
  return state === 'running' ? { state: 'queued', starts: Math.max(0, starts - 1) } : undefined;
}

const maxStarts = 3;

/** Returns the failure of a job that was started too often without any progress: it may be what ends the process. */
export function tooManyStarts({ starts }: JobRecord): JobRecord['failure'] {
  if (starts < maxStarts) return undefined;
  const detail = `The service stopped ${starts} times while the job was running, without any progress.`;
  return { code: 'internal', detail };
}
