import { z } from 'zod';
import type { Operation } from './operation.ts';
import { healthSchema, planSchema, providersSchema, readySchema } from './answer-schemas.ts';
import { speechOperations } from './speech-api/speech-operations.ts';
import { formFields } from '../fields/form-fields.ts';
import { errorSchema, jobViewSchema } from '../jobs/job-view.ts';

const text = z.string();
const upload = [
  'malformed',
  'bad-value',
  'too-slow',
  'upload-too-large',
  'wrong-media-type',
  'missing-field',
  'busy',
  'disk-full',
] as const;
const book = ['book-unsupported', 'book-too-large'] as const;
const conversion = [
  'provider-failed',
  'provider-unavailable',
  'model-failed',
  'model-unavailable',
  'tool-missing',
  'internal',
] as const;

const audio = ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/flac', 'audio/wav'] as const;
const downloads = [...audio, 'application/zip'] as const;
const files = [...audio, 'text/vtt', 'application/x-subrip', 'application/epub+zip', 'image/jpeg'] as const;
const preferAsync = { Prefer: '`respond-async` creates a job and responds 202 at once (RFC 7240)' };
const accepted = { status: 202, description: 'The job, queued. Its address is in `Location`.', body: jobViewSchema };

/** All operations of the service. */
export const operations = {
  health: {
    tag: 'Service',
    method: 'get',
    path: '/health',
    description: 'Reports whether the service is up.',
    open: true,
    answers: [
      { status: 200, description: 'The service is up.', body: healthSchema },
      { status: 503, description: 'The service is stopping: running jobs may still end.', body: healthSchema },
    ],
    errors: [],
  },
  ready: {
    tag: 'Service',
    method: 'get',
    path: '/ready',
    description: 'Reports whether the service accepts books: it is not stopping, and its disk has room.',
    open: true,
    answers: [
      { status: 200, description: 'It does.', body: readySchema },
      { status: 503, description: 'It does not, with the reasons.', body: readySchema },
    ],
    errors: [],
  },
  providers: {
    tag: 'Choices',
    method: 'get',
    path: '/providers',
    description: 'Lists the speech providers and whether each is available.',
    answers: [{ status: 200, description: 'All speech providers.', body: providersSchema }],
    errors: [],
  },
  voices: {
    tag: 'Choices',
    method: 'get',
    path: '/voices',
    description: 'Lists the voices of a speech provider for a language.',
    query: formFields.voices,
    answers: [
      {
        status: 200,
        description: 'The values of the field `voice`.',
        body: z.object({ provider: text, language: text, voices: z.array(text) }),
      },
    ],
    errors: ['bad-value', 'provider-failed', 'provider-unavailable'],
  },
  tasks: {
    tag: 'Choices',
    method: 'get',
    path: '/tasks',
    description: 'Lists the narration tasks: the values of the field `task`.',
    answers: [{ status: 200, description: 'The names of the tasks.', body: z.object({ tasks: z.array(text) }) }],
    errors: [],
  },
  models: {
    tag: 'Choices',
    method: 'get',
    path: '/models',
    description: 'Lists the language models, local and commercial: the values of the field `llm_model`.',
    answers: [
      {
        status: 200,
        description: 'The models, and the reason when the local ones cannot be listed.',
        body: z.object({ local: z.array(text), reason: text.optional(), commercial: z.array(text) }),
      },
    ],
    errors: [],
  },
  synthesize: {
    tag: 'Conversions',
    method: 'post',
    path: '/synthesize',
    description:
      'Converts a book to an MP3, or another format, and returns it. Closing the connection cancels the conversion.',
    form: formFields.synthesize,
    cover: true,
    headers: preferAsync,
    answers: [{ status: 200, description: 'The audio, or a ZIP of several files.', body: downloads }, accepted],
    errors: [...upload, ...book, ...conversion],
  },
  audiobook: {
    tag: 'Conversions',
    method: 'post',
    path: '/audiobook',
    description:
      'Converts a book, through scripts of a language model, to an M4B and returns it. Closing the connection cancels the conversion.',
    form: formFields.audiobook,
    cover: true,
    headers: preferAsync,
    answers: [{ status: 200, description: 'The audio, or a ZIP of several files.', body: downloads }, accepted],
    errors: [...upload, ...book, ...conversion],
  },
  plan: {
    tag: 'Conversions',
    method: 'post',
    path: '/plan',
    description: 'Estimates a conversion: chapters, length, what is left out, and the cost.',
    form: formFields.plan,
    answers: [{ status: 200, description: 'The plan.', body: planSchema }],
    errors: [...upload, ...book, 'provider-unavailable', 'tool-missing', 'internal'],
  },
  createJob: {
    tag: 'Jobs',
    method: 'post',
    path: '/jobs',
    description: 'Starts a conversion and returns its job.',
    form: formFields.createJob,
    cover: true,
    headers: {
      'Idempotency-Key':
        'only for this operation: a repeated key returns the earlier job, unless that one lacked the right password',
    },
    answers: [accepted],
    errors: [...upload, ...book],
  },
  listJobs: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs',
    description: 'Lists the jobs, newest first.',
    answers: [
      { status: 200, description: 'All jobs that are kept.', body: z.object({ jobs: z.array(jobViewSchema) }) },
    ],
    errors: [],
  },
  getJob: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}',
    description: 'Returns a job and its progress.',
    answers: [{ status: 200, description: 'The job.', body: jobViewSchema }],
    errors: ['not-found'],
  },
  followJob: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/events',
    description: 'Streams the `job`, `progress` and `warning` events of a job until it ends.',
    headers: { 'Last-Event-ID': 'the last event received; the stream continues after it' },
    answers: [
      { status: 200, description: 'Server-sent events.', body: ['text/event-stream'] },
      { status: 204, description: 'The caller has all events already.' },
    ],
    errors: ['not-found'],
  },
  getResult: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/result',
    description: 'Returns the result of a job. Ranges are supported.',
    answers: [
      { status: 200, description: 'The file.', body: downloads },
      { status: 206, description: 'A range of the file.', body: downloads },
    ],
    errors: ['not-found', 'not-finished', 'gone', 'bad-range', ...book, ...conversion],
  },
  getFile: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/files/{name}',
    description: 'Returns one of the files of a job, by its name in `files`. Ranges are supported.',
    answers: [
      { status: 200, description: 'The file.', body: files },
      { status: 206, description: 'A range of the file.', body: files },
    ],
    errors: ['not-found', 'not-finished', 'gone', 'bad-range'],
  },
  getReport: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/report',
    description: 'Returns the report of a job: what was read, left out, synthesized and retried.',
    answers: [{ status: 200, description: 'The report.', body: z.looseObject({}) }],
    errors: ['not-found', 'not-finished', 'gone'],
  },
  deleteJob: {
    tag: 'Jobs',
    method: 'delete',
    path: '/jobs/{id}',
    description: 'Cancels a queued or running job, or removes one that has ended.',
    answers: [
      { status: 200, description: 'The job, canceled. Its files are removed.', body: jobViewSchema },
      { status: 204, description: 'The job is removed.' },
    ],
    errors: ['not-found'],
  },
  retryJob: {
    tag: 'Jobs',
    method: 'post',
    path: '/jobs/{id}/retry',
    description:
      'Queues a failed job again. It continues from what was synthesized and written. Its upload is kept for a day.',
    form: formFields.retryJob,
    book: false,
    answers: [accepted],
    errors: ['not-found', 'not-failed', 'gone', 'malformed', 'busy', 'disk-full'],
  },
  ...speechOperations,
  metrics: {
    tag: 'Service',
    method: 'get',
    path: '/metrics',
    description: 'Returns metrics for Prometheus.',
    answers: [{ status: 200, description: 'Metrics in the text format of Prometheus.', body: ['text/plain'] }],
    errors: [],
  },
} as const satisfies Record<string, Operation>;

/** Name of an operation. Each has a handler. */
export type OperationId = keyof typeof operations;

/** Schema of the body of every error. */
export const errorBody = errorSchema;
