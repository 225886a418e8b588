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
    .object({ url: z.string(), state: z.enum(['waiting', 'delivered', 'failed']), attempts: z.number() })
    .optional(),
  idempotency: z.object({ key: z.string(), fingerprint: z.string() }).optional(),
  upload: z.object({ name: z.string(), bytes: z.number() }),
  /** Whether a cover image was sent with the book. */
  cover: z.boolean().optional(),
  fields,
  provider: z.string().optional(),
  /** Whether the service chose the provider. */
  providerByDefault: z.boolean().optional(),
  warnings: z.array(z.string()),
  result: resultFile.optional(),
  /** Every file that the conversion wrote, by the names that callers see. */
  files: z.array(resultFile.extend({ kind: z.string() })).optional(),
  report: z.record(z.string(), z.unknown()).optional(),
  failure: z.object({ code, detail: z.string() }).optional(),
  /** Whether the upload of a failed job is gone, so that it cannot be retried. */
  uploadRemoved: z.boolean().optional(),
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

/** Returns the record of a job that has ended and is queued again: one that has its scripts is to speak them. */
export function queuedRecord({ failure: _1, startedMs: _2, endedMs: _3, ...kept }: JobRecord): JobRecord {
  const speak = kept.state === 'scripted' ? true : kept.speak;
  return { ...kept, state: 'queued', starts: 0, warnings: [], speak };
}

const maxStarts = 3;

/** Returns the failure of a job that was started too often without any progress: it may be what ends the process. */
export function tooManyStarts({ starts }: JobRecord): JobRecord['failure'] {
  if (starts < maxStarts) return undefined;
  const detail = `The service stopped ${starts} times while the job was running, without any progress.`;
  return { code: 'internal', detail };
}
