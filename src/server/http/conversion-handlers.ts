import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { ConversionPlan } from '../../pipeline/plan/plan-conversion.ts';
import { callerOf } from './access/check-token.ts';
import { checkConversion } from './check-conversion.ts';
import { callerSignal } from './caller-signal.ts';
import { acceptJob } from './jobs/accept-job.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { bookChoices } from '../../pipeline/options/reading-options.ts';
import { formFields } from '../fields/form-fields.ts';
import { parseFields, presentFields } from '../fields/parse-fields.ts';
import { requireFieldsOfKind } from '../fields/require-fields-of-kind.ts';
import { readingRules } from '../worker/job-request.ts';
import { expectedDownload } from '../worker/expected-download.ts';
import { answerConversion } from './waiting/answer-conversion.ts';
import type { Service } from './service.ts';
import { removeJobFolder } from '../jobs/job-paths.ts';
import { jobRecordSchema } from '../jobs/job-record.ts';
import type { JobKind, JobRecord, JobRequest } from '../jobs/job-record.ts';
import { receiveBook } from './uploads/receive-book.ts';
import type { ReceivedBook } from './uploads/receive-book.ts';
import { RequestError } from '../errors/request-error.ts';
import { isAllowedWebhook } from '../../core/http/send-webhook.ts';

type Handlers = Readonly<Record<'synthesize' | 'audiobook' | 'plan' | 'createJob', RequestHandler>>;

/** Returns the handlers of operations on an uploaded book. The synchronous ones create a job and wait for it. */
export function conversionHandlers(service: Service): Handlers {
  const { jobs, workers, workerContext } = service;
  let plans = 0;
  return {
    synthesize: waitFor(service, 'synthesize'),
    audiobook: waitFor(service, 'audiobook'),
    async createJob(request, response) {
      const key = idempotencyKey(request, response);
      await withBook(service, request, response, async (book) => {
        const { kind, priority, webhook: url, ...values } = parseFields(formFields.createJob, book.fields);
        requireFieldsOfKind(kind, book.fields);
        const webhook = checkedWebhook(url, service.trust.webhookHosts);
        const checked = await checkedJob(service, response, { kind, book, values });
        const idempotency =
          key === undefined ? undefined : { key, fingerprint: fingerprint(kind, book, checked.fields) };
        const { name: owner } = callerOf(response);
        const { job, created } = await jobs.create({
          ...checked,
          owner,
          priority,
          webhook,
          waitedFor: false,
          idempotency,
        });
        acceptJob(response, job);
        return created;
      });
    },
    async plan(request, response) {
      await withBook(service, request, response, async (book) => {
        const values = parseFields(formFields.plan, book.fields);
        const signal = callerSignal(response, bookChoices(values).ocr ? planOfScanMs : planMs);
        const planRequest = { ...values, bookFile: bookPath(book), ...readingRules(workerContext.limits) };
        const task = { type: 'plan', request: planRequest } as const;
        if (plans >= plansAtOnce) throw new RequestError('busy', `${plans} books are being planned. Try again later.`);
        plans += 1;
        try {
          response.json(
            await workers.run<ConversionPlan>({ task, ...workerContext }, { signal, onEvent: () => undefined }),
          );
        } finally {
          plans -= 1;
        }
        return false;
      });
    },
  };
}

const planMs = 180_000;

/** Text recognition takes seconds per page. */
const planOfScanMs = 600_000;
/** Plans are not queued, and each reads a book in its own process. */
const plansAtOnce = 8;

function waitFor(service: Service, kind: JobKind): RequestHandler {
  return async (request, response) => {
    await withBook(service, request, response, async (book) => {
      const values = parseFields(formFields[kind], book.fields);
      const checked = await checkedJob(service, response, { kind, book, values });
      const { name: owner } = callerOf(response);
      const expected = expectedDownload({ ...book, kind }, values);
      await answerConversion(service, { ...checked, owner }, expected, { request, response });
      return true;
    });
  };
}

/**
 * Receives the book, unless the queue is full, and passes it to `work`. Removes the book afterwards unless `work` returns
 * true.
 */
async function withBook(
  service: Service,
  request: Request,
  response: Response,
  work: (book: ReceivedBook) => Promise<boolean>,
): Promise<void> {
  await service.jobs.requireRoom(callerOf(response).name);
  const book = await receiveBook(request, response, service);
  let kept = false;
  try {
    kept = await work(book);
  } finally {
    if (!kept) await removeJobFolder(book.paths);
  }
}

/** A received book and the values of its form. */
interface AskedJob {
  readonly kind: JobKind;
  readonly book: ReceivedBook;
  readonly values: OptionValues<typeof formFields.audiobook>;
}

/** Checks everything that can be known before the job is queued, and returns the job. */
async function checkedJob(
  service: Service,
  response: Response,
  { kind, book, values }: AskedJob,
): Promise<Omit<JobRequest, 'waitedFor' | 'idempotency'>> {
  await checkConversion(service, response, { ...book, kind }, values);
  // The fields are written to disk, so the password is kept apart.
  const { kind: _kind, priority: _priority, password: _password, ...sent } = presentFields(book.fields);
  const fields = jobRecordSchema.shape.fields.parse(sent);
  return { id: book.id, kind, upload: book.upload, cover: book.cover, fields, password: values.password };
}

function bookPath({ paths, upload }: ReceivedBook): string {
  return `${paths.upload}/${upload.name}`;
}

function checkedWebhook(url: string | undefined, hosts: readonly string[]): JobRecord['webhook'] {
  if (url === undefined) return undefined;
  if (isAllowedWebhook(url, hosts)) return { url, state: 'waiting', attempts: 0 };
  const message = `Field 'webhook': host '${new URL(url).host}' is not allowed (AUDIOBOOK_WEBHOOK_HOSTS).`;
  throw new RequestError('malformed', message);
}

/** Returns the key of the request, which is a different one for every owner. No header has a line break. */
function idempotencyKey(request: Request, response: Response): string | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined) return undefined;
  const { name } = callerOf(response);
  if (key.length > 0 && key.length <= 255) return name === undefined ? key : `${name}\n${key}`;
  throw new RequestError('malformed', 'The Idempotency-Key must have 1 to 255 characters.');
}

/** Returns a text that is equal for equal requests. */
function fingerprint(kind: JobKind, { sha256, coverSha256 }: ReceivedBook, fields: JobRecord['fields']): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, sha256, coverSha256 ?? false, sorted]))
    .digest('hex');
}
