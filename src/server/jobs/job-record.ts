import { z } from 'zod';
import { statuses } from '../errors/statuses.ts';
import type { FailureCode } from '../errors/statuses.ts';

/** The two conversions (service document 1.3). */
export const jobKinds = ['synthesize', 'audiobook'] as const;
export type JobKind = (typeof jobKinds)[number];

/** Where a job stands. Queued and running ones go on after a restart. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
export type JobState = (typeof jobStates)[number];

/** The checked fields of a form. */
export const jobFieldsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

const code = z.custom<FailureCode>((value) => typeof value === 'string' && value in statuses);

/** A job as it stands on disk: all that is needed to go on with it in another process. */
export const jobRecordSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  createdMs: z.number(),
  startedMs: z.number().optional(),
  endedMs: z.number().optional(),
  /** How often it was begun; a job that takes the process down with it is not begun for ever. */
  starts: z.number(),
  /** A caller waits for the answer: the job ends with the request, and is not gone on with after a restart. */
  waitedFor: z.boolean(),
  idempotency: z.object({ key: z.string(), fingerprint: z.string() }).optional(),
  upload: z.object({ name: z.string(), bytes: z.number() }),
  fields: jobFieldsSchema,
  provider: z.string().optional(),
  /** Nobody chose the provider: the program did. */
  providerByDefault: z.boolean().optional(),
  warnings: z.array(z.string()),
  result: z.object({ file: z.string(), mediaType: z.string(), name: z.string(), bytes: z.number() }).optional(),
  report: z.record(z.string(), z.unknown()).optional(),
  failure: z.object({ code, detail: z.string() }).optional(),
});

export type JobRecord = Readonly<z.infer<typeof jobRecordSchema>>;

/** The part of a record that comes from the request. */
export type NewJob = Pick<JobRecord, 'id' | 'kind' | 'waitedFor' | 'upload' | 'fields' | 'idempotency'>;

/** Returns the record of a job that waits to be run. */
export function newJobRecord(request: NewJob): JobRecord {
  return { version: 1, ...request, state: 'queued', createdMs: Date.now(), starts: 0, warnings: [] };
}

/** Whether nothing more will happen to a job. */
export function hasEnded({ state }: JobRecord): boolean {
  return state === 'done' || state === 'failed' || state === 'canceled';
}
