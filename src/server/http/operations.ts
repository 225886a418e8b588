import { acceptedAsAsked, bookErrors, conversionErrors, converted, preferAsync, uploadErrors } from './answer-parts.ts';
import { accessOperations } from './access/access-operations.ts';
import { choiceOperations } from './choices/choice-operations.ts';
import { feedOperations } from './feeds/feed-operations.ts';
import { libraryOperations } from './library/library-operations.ts';
import { listenOperations } from './listen/listen-operations.ts';
import { correctionOperations } from './jobs/correction-operations.ts';
import { jobOperations } from './jobs/job-operations.ts';
import { scriptOperations } from './jobs/script-operations.ts';
import type { Operation } from './operation.ts';
import { healthSchema, planSchema, readySchema } from './answer-schemas.ts';
import { sampleOperations } from './samples/sample-operations.ts';
import { speechOperations } from './speech-api/speech-operations.ts';
import { formFields } from '../fields/form-fields.ts';

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
  ...choiceOperations,
  synthesize: {
    tag: 'Conversions',
    method: 'post',
    path: '/synthesize',
    description:
      'Converts a book to an MP3, or another format, and returns it. Closing the connection cancels the conversion.',
    form: formFields.synthesize,
    cover: true,
    headers: preferAsync,
    answers: [converted, acceptedAsAsked],
    errors: [...uploadErrors, ...bookErrors, ...conversionErrors],
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
    answers: [converted, acceptedAsAsked],
    errors: [...uploadErrors, ...bookErrors, ...conversionErrors],
  },
  plan: {
    tag: 'Conversions',
    method: 'post',
    path: '/plan',
    description: 'Estimates a conversion: chapters, length, what is left out, and the cost.',
    form: formFields.plan,
    answers: [{ status: 200, description: 'The plan.', body: planSchema }],
    errors: [
      ...uploadErrors,
      ...bookErrors,
      'provider-unavailable',
      'model-unavailable',
      'model-failed',
      'tool-missing',
      'internal',
    ],
  },
  ...jobOperations,
  ...listenOperations,
  ...libraryOperations,
  ...feedOperations,
  ...accessOperations,
  ...correctionOperations,
  ...scriptOperations,
  ...sampleOperations,
  ...speechOperations,
  metrics: {
    tag: 'Service',
    method: 'get',
    path: '/metrics',
    admin: true,
    description: 'Returns metrics for Prometheus.',
    answers: [{ status: 200, description: 'Metrics in the text format of Prometheus.', body: ['text/plain'] }],
    errors: [],
  },
} as const satisfies Record<string, Operation>;
