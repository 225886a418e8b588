import { z } from 'zod';
import { accepted, bookErrors, conversionErrors, downloads, files, uploadErrors } from '../answer-parts.ts';
import type { Operation } from '../operation.ts';
import { formFields } from '../../fields/form-fields.ts';
import { jobViewSchema } from '../../jobs/job-view.ts';

const text = z.string();
const bookText = z
  .looseObject({
    metadata: z.looseObject({ title: text, language: text, authors: z.array(z.looseObject({ name: text })) }),
    chapters: z.array(
      z.looseObject({
        title: text,
        blocks: z.array(
          z.looseObject({
            kind: text.describe('`paragraph`, `heading`, `verse`, …'),
            text,
            language: text.optional().describe('when it is not the language of the book'),
          }),
        ),
      }),
    ),
    leftOut: z.array(z.looseObject({ document: text, reason: text, words: z.int() })),
    warnings: z.array(text),
  })
  .meta({ id: 'BookText' });

const texts = ['text/plain', 'text/markdown', bookText] as const;
const rangesOfTexts = ['text/plain', 'text/markdown', 'application/json'] as const;

/** Operations on jobs. */
export const jobOperations = {
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
    errors: [...uploadErrors, ...bookErrors],
  },
  listJobs: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs',
    description: 'Lists the jobs, newest first, in pages.',
    query: formFields.listJobs,
    answers: [
      {
        status: 200,
        description: 'A page of the jobs that match, without their reports and files.',
        body: z.object({
          jobs: z.array(jobViewSchema),
          total: z.int().describe('number of jobs that match, on all pages'),
          next: z.string().optional().describe('the value of `cursor` for the next page; absent on the last one'),
        }),
        headers: { Link: 'the address of the next page, with `rel="next"`; absent on the last one' },
      },
    ],
    errors: ['malformed'],
  },
  getJob: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}',
    description: 'Returns a job and its progress.',
    answers: [{ status: 200, description: 'The job.', body: jobViewSchema }],
    errors: ['not-found'],
  },
  changeJob: {
    tag: 'Jobs',
    method: 'patch',
    path: '/jobs/{id}',
    description:
      'Changes options of a job that waits, or failed and can be retried. `null` takes an option back. The options are checked as for a new job.',
    jsonFields: formFields.changeJob,
    answers: [{ status: 200, description: 'The job, changed.', body: jobViewSchema }],
    errors: [
      'not-found',
      'wrong-state',
      'malformed',
      'bad-value',
      'upload-too-large',
      'too-slow',
      'provider-unavailable',
      'model-unavailable',
      'disk-full',
    ],
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
  followJobs: {
    tag: 'Jobs',
    method: 'get',
    path: '/events',
    description:
      'Streams the events of all jobs that the caller may see: `snapshot` (`jobs` that have not become books, number of `books`), then `job` (as in the list), ' +
      '`progress` (`job`, `progress`), `warning` (`job`, `message`) and `removed` (`job`). Progress comes at most twice a second for each job.',
    headers: { 'Last-Event-ID': 'the last event received; the stream continues after it, or begins with a snapshot' },
    answers: [{ status: 200, description: 'Server-sent events.', body: ['text/event-stream'] }],
    errors: [],
  },
  getResult: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/result',
    linkable: true,
    description: 'Returns the result of a job. Ranges are supported.',
    answers: [
      { status: 200, description: 'The file.', body: downloads },
      { status: 206, description: 'A range of the file.', body: downloads },
    ],
    errors: ['not-found', 'not-finished', 'gone', 'bad-range', ...bookErrors, ...conversionErrors],
  },
  getFile: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/files/{name}',
    linkable: true,
    feed: true,
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
  getText: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/text',
    description: 'Returns the text of the book as it was read: the chapters that are converted. Ranges are supported.',
    query: formFields.getText,
    answers: [
      { status: 200, description: 'The text.', body: texts },
      { status: 206, description: 'A range of the text.', body: rangesOfTexts },
    ],
    errors: ['not-found', 'not-finished', 'gone', 'bad-range', 'malformed'],
  },
  getCover: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/cover',
    feed: true,
    description: 'Returns the cover: the image that was sent, otherwise that of the book.',
    answers: [{ status: 200, description: 'The image.', body: ['image/jpeg'] }],
    errors: ['not-found', 'not-finished', 'gone'],
  },
  cancelJob: {
    tag: 'Jobs',
    method: 'post',
    path: '/jobs/{id}/cancel',
    description:
      'Cancels a queued or running job, and nothing else: one that has ended meanwhile stays. A book that is made anew is as it was before.',
    answers: [
      { status: 200, description: 'The job, canceled, or finished with its files of before.', body: jobViewSchema },
    ],
    errors: ['not-found', 'wrong-state'],
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
    errors: ['not-found', 'wrong-state'],
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
} as const satisfies Record<string, Operation>;
