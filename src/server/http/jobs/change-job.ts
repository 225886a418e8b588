import type { Request, Response } from 'express';
import { listScripts } from '../../../pipeline/script/scripts.ts';
import { formFields, scriptFields } from '../../fields/form-fields.ts';
import { parseFields, presentFields } from '../../fields/parse-fields.ts';
import type { SentFields } from '../../fields/parse-fields.ts';
import { requireFieldsOfKind } from '../../fields/require-fields-of-kind.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { Job } from '../../jobs/job.ts';
import { jobRecordSchema } from '../../jobs/job-record.ts';
import { requireWaiting } from '../../jobs/require-state.ts';
import { checkConversion } from '../check-conversion.ts';
import { readJson } from '../read-json.ts';
import type { Service } from '../service.ts';

/** Longest JSON body, in bytes: ten lexicons and a prompt. */
const maxBytes = 2_000_000;

/**
 * Changes the options of a job that waits, as the JSON body of the request says; `null` takes an option back. Throws
 * `wrong-state` for a job that does not wait, and what a new job with these options would throw.
 */
export async function changeJob(service: Service, job: Job, request: Request, response: Response): Promise<void> {
  const { jobs, limits } = service;
  const sent = fieldsOf(await readJson(request, response, { ...limits, maxBytes }));
  const before = job.record;
  requireWaiting(before);
  await job.files.fetch('result/scripts.audiobook');
  if (before.cover) await job.files.fetch('cover');
  await requireNoScripts(job, Object.keys(sent));
  // An unknown name and a bad value are said as in a form.
  const merged = { priority: before.priority, ...before.fields, ...sent };
  const present = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
  const { priority, ...values } = parseFields(formFields.changeJob, present);
  requireFieldsOfKind(before.kind, present);
  await checkConversion(service, response, { ...before, paths: job.paths }, { ...values, password: job.password });
  const { priority: _priority, ...fields } = presentFields(present);
  await jobs.change(job, { priority, fields: jobRecordSchema.shape.fields.parse(fields) });
}

/** Throws `wrong-state` for fields that decide on the text of scripts, where some are written: someone may have edited them. */
async function requireNoScripts(job: Job, fields: readonly string[]): Promise<void> {
  const decisive = fields.filter((field) => scriptFields.has(field));
  if (decisive.length === 0 || (await listScripts(job.paths.scripts)).length === 0) return;
  const message = `The scripts of the job are written, so '${decisive.join("', '").slice(0, 100)}' cannot change. Send the book again.`;
  throw new RequestError('wrong-state', message);
}

/** Returns the texts of the values, as a form has them. Throws `malformed`. */
function fieldsOf(body: unknown): SentFields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestError('malformed', 'The body must be a JSON object with fields of POST /jobs.');
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(name, value)]));
}

function textOf(name: string, value: unknown): string | readonly string[] | undefined {
  if (value === null) return undefined;
  if (Array.isArray(value) && value.every(isScalar)) return value.map(String);
  if (isScalar(value)) return String(value);
  throw new RequestError(
    'malformed',
    `Field '${name.slice(0, 100)}' must be a text, a number, true, false, null or a list of texts.`,
  );
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
