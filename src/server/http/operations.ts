import { z } from 'zod';
import type { OptionGroup } from '../../pipeline/options/option.ts';
import { formFields } from '../fields/form-fields.ts';
import { errorSchema, jobViewSchema } from '../jobs/job-view.ts';
import type { FailureCode } from '../errors/statuses.ts';

/** What comes back when an operation succeeds. */
export interface Answer {
  readonly status: number;
  readonly about: string;
  /** JSON when it is a schema; else the media types of a download or stream. */
  readonly body?: z.ZodType | readonly string[];
}

/** One operation as it is routed, checked and documented. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** As OpenAPI writes it: `/jobs/{id}`. */
  readonly path: string;
  readonly about: string;
  /** Needs no token. */
  readonly open?: boolean;
  readonly query?: OptionGroup;
  /** Fields of a multipart form that also has `file`. */
  readonly form?: OptionGroup;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answers: readonly Answer[];
  readonly errors: readonly FailureCode[];
}

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

const limit = z.object({ max: z.int(), unit: z.enum(['chars', 'bytes']) });
const providersSchema = z.object({
  providers: z.array(text),
  default: text.describe('who speaks when nobody chooses'),
  details: z.array(
    z.object({
      id: text,
      alias: text.optional(),
      kind: text,
      available: z.boolean(),
      reason: text.optional(),
      limit,
    }),
  ),
});
const planAnswerSchema = z.object({
  title: text,
  authors: z.array(text),
  language: text,
  languageSource: text,
  words: z.int(),
  characters: z.int(),
  estimatedSeconds: z.number(),
  provider: text,
  cost: z.object({ amount: z.int(), unit: z.enum(['chars', 'bytes']) }).describe('what the provider would be sent'),
  chapters: z.array(
    z.object({ number: z.int(), title: text, words: z.int(), characters: z.int(), estimatedSeconds: z.number() }),
  ),
  leftOut: z.array(z.object({ document: text, reason: text, words: z.int(), about: text.optional() })),
  warnings: z.array(text),
});

/** Everything that the service answers: the routes, the checks and the documentation come from here. */
export const operations = {
  health: {
    method: 'get',
    path: '/health',
    about: 'Whether the service is up.',
    open: true,
    answers: [{ status: 200, about: 'It is.', body: z.object({ status: z.literal('ok'), version: text }) }],
    errors: [],
  },
  providers: {
    method: 'get',
    path: '/providers',
    about: 'The speech providers, and whether each can be used now.',
    answers: [{ status: 200, about: 'All of them.', body: providersSchema }],
    errors: [],
  },
  voices: {
    method: 'get',
    path: '/voices',
    about: 'The voices of a speech provider for a language.',
    query: formFields.voices,
    answers: [
      {
        status: 200,
        about: 'What the field `voice` takes.',
        body: z.object({ provider: text, language: text, voices: z.array(text) }),
      },
    ],
    errors: ['bad-value', 'provider-failed', 'provider-unavailable'],
  },
  tasks: {
    method: 'get',
    path: '/tasks',
    about: 'What the field `task` takes: the ways in which a script is written.',
    answers: [{ status: 200, about: 'Their names.', body: z.object({ tasks: z.array(text) }) }],
    errors: [],
  },
  models: {
    method: 'get',
    path: '/models',
    about: 'What the field `llm_model` takes: local models, and names of commercial ones.',
    answers: [
      {
        status: 200,
        about: 'Both; why there are no local ones.',
        body: z.object({ local: z.array(text), reason: text.optional(), commercial: z.array(text) }),
      },
    ],
    errors: [],
  },
  synthesize: {
    method: 'post',
    path: '/synthesize',
    about: 'Speaks a book as it stands. Waits for the MP3; hanging up cancels.',
    form: formFields.synthesize,
    answers: [{ status: 200, about: 'The MP3.', body: ['audio/mpeg'] }],
    errors: [...upload, ...book, ...conversion],
  },
  audiobook: {
    method: 'post',
    path: '/audiobook',
    about: 'Makes an audiobook with a narration script. Waits for the M4B; hanging up cancels.',
    form: formFields.audiobook,
    answers: [{ status: 200, about: 'The M4B, or a zip of its parts.', body: ['audio/mp4', 'application/zip'] }],
    errors: [...upload, ...book, ...conversion],
  },
  plan: {
    method: 'post',
    path: '/plan',
    about: 'What would be made of a book: chapters, length, what is left out, what the provider would be sent.',
    form: formFields.plan,
    answers: [{ status: 200, about: 'The plan.', body: planAnswerSchema }],
    errors: [...upload, ...book, 'provider-unavailable', 'tool-missing', 'internal'],
  },
  createJob: {
    method: 'post',
    path: '/jobs',
    about: 'Starts a conversion without waiting for it.',
    form: formFields.createJob,
    headers: {
      'Idempotency-Key':
        'only here: the same key again answers the same job instead of starting another, unless that one lacked the right password',
    },
    answers: [{ status: 202, about: 'Its place is in `Location`.', body: jobViewSchema }],
    errors: [...upload, ...book],
  },
  listJobs: {
    method: 'get',
    path: '/jobs',
    about: 'The jobs, newest first.',
    answers: [{ status: 200, about: 'All that are kept.', body: z.object({ jobs: z.array(jobViewSchema) }) }],
    errors: [],
  },
  getJob: {
    method: 'get',
    path: '/jobs/{id}',
    about: 'How far a job is.',
    answers: [{ status: 200, about: 'The job.', body: jobViewSchema }],
    errors: ['not-found'],
  },
  followJob: {
    method: 'get',
    path: '/jobs/{id}/events',
    about: 'A job’s `job`, `progress` and `warning` events as they happen, until it has ended.',
    headers: { 'Last-Event-ID': 'the last event that was seen: the stream goes on behind it' },
    answers: [
      { status: 200, about: 'Server-sent events.', body: ['text/event-stream'] },
      { status: 204, about: 'Everything was told already.' },
    ],
    errors: ['not-found'],
  },
  getResult: {
    method: 'get',
    path: '/jobs/{id}/result',
    about: 'The finished file; ranges are served.',
    answers: [
      { status: 200, about: 'The file.', body: ['audio/mpeg', 'audio/mp4', 'application/zip'] },
      { status: 206, about: 'A range of it.', body: ['audio/mpeg', 'audio/mp4', 'application/zip'] },
    ],
    errors: ['not-found', 'not-finished', 'gone', 'bad-range', ...book, ...conversion],
  },
  deleteJob: {
    method: 'delete',
    path: '/jobs/{id}',
    about: 'Cancels a job that runs or waits; removes one that has ended.',
    answers: [
      { status: 200, about: 'Canceled; its files are gone.', body: jobViewSchema },
      { status: 204, about: 'Removed.' },
    ],
    errors: ['not-found'],
  },
  metrics: {
    method: 'get',
    path: '/metrics',
    about: 'Numbers for Prometheus.',
    answers: [{ status: 200, about: 'The text format.', body: ['text/plain'] }],
    errors: [],
  },
} as const satisfies Record<string, Operation>;

/** Names of the operations; each has a handler. */
export type OperationId = keyof typeof operations;

/** The body of every answer that is no success. */
export const errorBody = errorSchema;
