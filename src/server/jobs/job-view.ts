import { z } from 'zod';
import { jobKinds, jobPriorities, jobRecordSchema, jobStates } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import { progressSchema } from './job-progress.ts';
import type { JobProgress } from './job-progress.ts';
import type { FailureCode } from '../errors/statuses.ts';

/** Body of an error response (docs/specification.md, "Errors"). */
export const errorSchema = z
  .object({ detail: z.string().describe('what is wrong and what is expected'), code: z.string() })
  .meta({ id: 'Error' });

/** A job as callers see it. */
export const jobViewSchema = z
  .object({
    id: z.string(),
    kind: z.enum(jobKinds),
    state: z.enum(jobStates),
    priority: z.enum(jobPriorities),
    createdAt: z.iso.datetime(),
    startedAt: z.iso.datetime().optional(),
    endedAt: z.iso.datetime().optional(),
    file: z.string().describe('uploaded file name'),
    title: z
      .string()
      .optional()
      .describe('title of the book: as the form has it, or as it was read, once the job is done'),
    options: jobRecordSchema.shape.fields
      .optional()
      .describe('the fields of the form, without long texts, passwords and addresses'),
    provider: z.string().optional(),
    providerByDefault: z.boolean().optional().describe('whether the service chose the provider'),
    progress: progressSchema.optional(),
    warnings: z.array(z.string()),
    error: errorSchema.optional(),
    canRetry: z
      .literal(true)
      .optional()
      .describe('the job failed and its upload is still there: POST /jobs/{id}/retry'),
    canRemake: z
      .literal(true)
      .optional()
      .describe('the job is done and its upload is still there: POST /jobs/{id}/remake'),
    isRemade: z
      .literal(true)
      .optional()
      .describe('its files are made anew; until that is done, there are those of the run before'),
    isOutdated: z
      .literal(true)
      .optional()
      .describe('corrections or scripts were changed since its run began; one that runs speaks them before it is done'),
    scripts: z.string().optional().describe('the address of its narration scripts, where it has some'),
    result: z
      .object({ url: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int() })
      .optional()
      .describe('the download, once the job is done'),
    files: z
      .array(z.object({ url: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int(), kind: z.string() }))
      .optional()
      .describe('every file that was written, once the job is done'),
    webhook: z
      .object({ state: z.enum(['waiting', 'delivered', 'failed']), attempts: z.int() })
      .optional()
      .describe('whether the webhook was told of the end'),
    report: z.looseObject({}).optional().describe('what was read, left out, synthesized and retried'),
  })
  .meta({ id: 'Job' });

export interface JobView extends Omit<z.infer<typeof jobViewSchema>, 'error'> {
  readonly error?: { readonly detail: string; readonly code: FailureCode } | undefined;
}

/** Returns the job as callers see it: without paths and keys, with times in ISO 8601. */
export function jobView(record: JobRecord, progress: JobProgress | undefined, basePath: string): JobView {
  const { id, kind, state, priority = 'normal', provider, providerByDefault, warnings } = record;
  const { result, files, report, failure } = record;
  const address = `${basePath}/jobs/${id}`;
  return {
    id,
    kind,
    state,
    priority,
    createdAt: new Date(record.createdMs).toISOString(),
    startedAt: isoTime(record.startedMs),
    endedAt: isoTime(record.endedMs),
    file: record.upload.name,
    title: titleOf(record),
    options: publicOptions(record.fields),
    provider,
    providerByDefault,
    progress,
    warnings,
    canRetry: record.state === 'failed' && !record.uploadRemoved ? true : undefined,
    canRemake: record.state === 'done' ? record.hasUpload : undefined,
    isRemade: record.isRemade,
    isOutdated: record.isOutdated,
    error: failure && { detail: failure.detail, code: failure.code },
    scripts: hasScripts(record) ? `${address}/scripts` : undefined,
    result: result && resultView(address, result),
    files: files?.map((file) => fileView(address, file)),
    webhook: record.webhook && { state: record.webhook.state, attempts: record.webhook.attempts },
    report,
  };
}

/** A job as lists have it: without reports, options and files, which are long. */
export type ListedJob = Omit<JobView, 'report' | 'files' | 'options'>;

/** Returns a view without what only the view of a single job has. */
export function listedJob({ report: _report, files: _files, options: _options, ...rest }: JobView): ListedJob {
  return rest;
}

function titleOf({ fields, report }: JobRecord): string | undefined {
  const tags = [fields['meta'] ?? []].flat().map(String);
  const chosen = tags
    .find((tag) => tag.startsWith(titleTag))
    ?.slice(titleTag.length)
    .trim();
  const book = report?.['book'];
  const read = typeof book === 'object' && book !== null && 'title' in book ? book.title : undefined;
  return chosen || (typeof read === 'string' ? read : undefined);
}

const titleTag = 'title=';

/** Fields that are texts of files: they may be long. */
export const longFields: ReadonlySet<string> = new Set(['lexicon', 'prompt']);

/** The address of a model may have a key. */
const hiddenFields = new Set([...longFields, 'llm_base_url', 'webhook']);

function publicOptions(fields: JobRecord['fields']): JobRecord['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !hiddenFields.has(name)));
}

function hasScripts({ kind, fields, state }: JobRecord): boolean {
  return (kind === 'audiobook' || fields['scripts_only'] === 'true') && state !== 'canceled';
}

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

function resultView(address: string, { name, mediaType, bytes }: NonNullable<JobRecord['result']>) {
  return { url: `${address}/result`, name, mediaType, bytes };
}

function fileView(address: string, { name, mediaType, bytes, kind }: NonNullable<JobRecord['files']>[number]) {
  return { url: `${address}/files/${encodeURIComponent(name)}`, name, mediaType, bytes, kind };
}
