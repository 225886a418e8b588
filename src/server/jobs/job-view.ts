import { z } from 'zod';
import { jobKinds, jobStates } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import type { JobProgress } from './job-progress.ts';
import type { FailureCode } from '../errors/statuses.ts';

const count = z.object({ done: z.int(), total: z.int() });

const progressSchema = z
  .object({
    stage: z.enum(['reading', 'speaking', 'finishing']),
    chapter: z.object({ number: z.int(), title: z.string() }).optional(),
    chapters: z.int(),
    segments: count,
    characters: count,
    percent: z.number().describe('0 to 100, by characters'),
    audioSeconds: z.number().describe('length of the audio so far'),
    etaSeconds: z.number().optional().describe('seconds until it is done, at the pace so far'),
  })
  .meta({ id: 'Progress' });

/** A failure's body (contract 2). */
export const errorSchema = z
  .object({ detail: z.string().describe('what was wrong, what was wanted'), code: z.string() })
  .meta({ id: 'Error' });

/** A job as callers see it. */
export const jobViewSchema = z
  .object({
    id: z.string(),
    kind: z.enum(jobKinds),
    state: z.enum(jobStates),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().optional(),
    endedAt: z.iso.datetime().optional(),
    file: z.string().describe('the name the book was sent with'),
    provider: z.string().optional(),
    providerByDefault: z.boolean().optional().describe('nobody chose the provider: the service did'),
    progress: progressSchema.optional(),
    warnings: z.array(z.string()),
    error: errorSchema.optional(),
    result: z
      .object({ url: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int() })
      .optional()
      .describe('what can be downloaded, once it is done'),
    report: z.looseObject({}).optional().describe('what was read, left out, spoken and retried'),
  })
  .meta({ id: 'Job' });

export interface JobView extends Omit<z.infer<typeof jobViewSchema>, 'progress' | 'error'> {
  readonly progress?: JobProgress;
  readonly error?: { readonly detail: string; readonly code: FailureCode };
}

/** The job as callers see it: no folder, no key of theirs, times as ISO 8601. */
export function jobView(record: JobRecord, progress: JobProgress | undefined): JobView {
  const { id, kind, state, provider, providerByDefault, warnings, result, report, failure } = record;
  return {
    id,
    kind,
    state,
    createdAt: new Date(record.createdMs).toISOString(),
    ...(record.startedMs !== undefined && { startedAt: new Date(record.startedMs).toISOString() }),
    ...(record.endedMs !== undefined && { endedAt: new Date(record.endedMs).toISOString() }),
    file: record.upload.name,
    ...(provider !== undefined && { provider }),
    ...(providerByDefault !== undefined && { providerByDefault }),
    ...(progress && { progress }),
    warnings,
    ...(failure && { error: { detail: failure.detail, code: failure.code } }),
    ...(result && { result: resultView(id, result) }),
    ...(report && { report }),
  };
}

function resultView(id: string, { name, mediaType, bytes }: NonNullable<JobRecord['result']>) {
  return { url: `/jobs/${id}/result`, name, mediaType, bytes };
}
