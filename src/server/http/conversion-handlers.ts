import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { checkBookFile } from '../../pipeline/queries/check-book-file.ts';
import { checkOcrLanguage } from '../../pipeline/queries/check-ocr-language.ts';
import type { ConversionPlan } from '../../pipeline/queries/plan-conversion.ts';
import { checkLlmHost } from './check-llm-host.ts';
import { runInWorker } from '../worker/run-in-worker.ts';
import { callerSignal } from './caller-signal.ts';
import { checkProvider } from './check-provider.ts';
import { audiobookSchema, jobSchema, parseFields, planSchema, synthesizeSchema } from './form-schemas.ts';
import type { Service } from './service.ts';
import type { Job } from '../jobs/job.ts';
import { removeFolder } from '../jobs/job-paths.ts';
import { jobFieldsSchema } from '../jobs/job-record.ts';
import type { JobKind, JobRecord, JobRequest } from '../jobs/job-record.ts';
import { readingOf } from '../worker/reading-of.ts';
import { receiveBook } from './receive-book.ts';
import type { ReceivedBook } from './receive-book.ts';
import { RequestError } from '../errors/request-error.ts';
import { sendJob } from './send-job.ts';

type Handlers = Readonly<Record<'synthesize' | 'audiobook' | 'plan' | 'createJob', RequestHandler>>;

/** Returns the handlers of operations on an uploaded book. The synchronous ones create a job and wait for it. */
export function conversionHandlers(service: Service): Handlers {
  const { jobs, workerContext } = service;
  let plans = 0;
  return {
    synthesize: waitFor(service, 'synthesize', synthesizeSchema),
    audiobook: waitFor(service, 'audiobook', audiobookSchema),
    async createJob(request, response) {
      const key = idempotencyKey(request);
      await withBook(service, request, response, async (book, reservation) => {
        const { kind, ...fields } = parseFields(jobSchema, book.fields);
        const checked = await checkRequest(service, response, book, fields);
        const idempotency =
          key === undefined ? undefined : { key, fingerprint: fingerprint(kind, book, checked.fields) };
        const { job, created } = await jobs.create(
          { ...jobOf(kind, book, checked, false), ...(idempotency && { idempotency }) },
          reservation,
        );
        response.status(202).location(`/jobs/${job.record.id}`).json(job.view);
        return created;
      });
    },
    async plan(request, response) {
      await withBook(service, request, response, async (book, reservation) => {
        // A plan waits in no queue.
        reservation[Symbol.dispose]();
        const fields = parseFields(planSchema, book.fields);
        const { tts_provider: provider, max_chapters: maxChapters, ocr_language: ocrLanguage } = fields;
        if (ocrLanguage !== undefined) await checkOcrLanguage(ocrLanguage);
        const reading = readingOf(workerContext.limits, fields.password, fields);
        const signal = callerSignal(response, reading.ocr ? planOfScanMs : planMs);
        const task = { type: 'plan', bookFile: bookPath(book), reading, provider, maxChapters } as const;
        if (plans >= plansAtOnce) throw new RequestError('busy', `${plans} books are being planned. Try again later.`);
        plans += 1;
        try {
          response.json(
            await runInWorker<ConversionPlan>({ task, ...workerContext }, { signal, onEvent: () => undefined }),
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

/** Text recognition takes seconds a page: longer than this, and the conversion itself is the better question. */
const planOfScanMs = 600_000;
/** Plans wait in no queue; each reads a book in a process of its own. */
const plansAtOnce = 8;

function waitFor(service: Service, kind: JobKind, schema: z.ZodObject): RequestHandler {
  const { jobs } = service;
  return async (request, response) => {
    await withBook(service, request, response, async (book, reservation) => {
      const checked = await checkRequest(service, response, book, parseFields(schema, book.fields));
      const { job } = await jobs.create(jobOf(kind, book, checked, true), reservation);
      try {
        await settledOrLeft(jobs.cancel.bind(jobs, job), job, response);
        if (!response.destroyed) await sendJob(job, request, response);
      } finally {
        await jobs.remove(job);
      }
      return true;
    });
  };
}

/** Waits for the end of a job, and cancels it when the caller hangs up. */
async function settledOrLeft(cancel: () => Promise<void>, job: Job, response: Response): Promise<void> {
  const left = (): void => void cancel();
  response.once('close', left);
  if (response.destroyed) left();
  await job.settled;
  response.off('close', left);
}

/**
 * Receives the book and passes it to `work` with the place reserved for it in the queue.
 * Removes the book afterwards unless `work` returns true.
 */
async function withBook(
  service: Service,
  request: Request,
  response: Response,
  work: (book: ReceivedBook, reservation: Disposable) => Promise<boolean>,
): Promise<void> {
  using reservation = service.jobs.reserve();
  const book = await receiveBook(request, response, service);
  let kept = false;
  try {
    kept = await work(book, reservation);
  } finally {
    if (!kept) await removeFolder(book.paths.folder);
  }
}

/** What a job is made of; the password is kept apart, because the fields are written to disk. */
type CheckedFields = Pick<JobRequest, 'fields' | 'password'>;

/** Everything that can be known to be wrong before the queue. */
async function checkRequest(
  { settings, trust }: Service,
  response: Response,
  book: ReceivedBook,
  fields: Readonly<Record<string, unknown>>,
): Promise<CheckedFields> {
  const { password, ...open } = fields;
  const { tts_provider: provider, llm_base_url: llmBaseUrl, ocr_language: ocrLanguage } = open;
  if (typeof llmBaseUrl === 'string') checkLlmHost(llmBaseUrl, trust.llmHosts, settings);
  if (typeof ocrLanguage === 'string') await checkOcrLanguage(ocrLanguage);
  await checkBookFile(bookPath(book));
  if (typeof provider === 'string') await checkProvider(provider, settings, callerSignal(response, planMs));
  return { fields: jobFieldsSchema.parse(open), ...(typeof password === 'string' && { password }) };
}

function jobOf(kind: JobKind, { id, upload }: ReceivedBook, checked: CheckedFields, waitedFor: boolean): JobRequest {
  return { id, kind, upload, ...checked, waitedFor };
}

function bookPath({ paths, upload }: ReceivedBook): string {
  return `${paths.upload}/${upload.name}`;
}

function idempotencyKey(request: Request): string | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined || (key.length > 0 && key.length <= 255)) return key;
  throw new RequestError('malformed', 'The Idempotency-Key must have 1 to 255 characters.');
}

/** What makes two requests the same. */
function fingerprint(kind: JobKind, { sha256 }: ReceivedBook, fields: JobRecord['fields']): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, sha256, sorted]))
    .digest('hex');
}
