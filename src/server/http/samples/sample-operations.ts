import { z } from 'zod';
import { providerOptions, speechOptions } from '../../../pipeline/options/speech-options.ts';
import { readingOptions } from '../../../pipeline/options/reading-options.ts';
import type { OptionGroup } from '../../../pipeline/options/option.ts';
import { bookErrors, uploadErrors } from '../answer-parts.ts';
import type { Operation } from '../operation.ts';

/** The fields of a sample. */
export const sampleFields = {
  text: {
    field: 'text',
    schema: z.string().max(1000),
    description: 'what the voice says; or the field job, file or url. With job, the voice of that job says it',
  },
  job: {
    field: 'job',
    schema: z.uuid(),
    expected: 'the id of a job',
    description: 'the voice says some sentences of the book of this job',
  },
  password: readingOptions.password,
  provider: providerOptions.provider,
  voice: {
    ...speechOptions.voice,
    schema: z.string().max(200),
    expected: 'a voice, as GET /voices lists them',
    description: 'voice of the speech provider',
    defaultNote: 'the best one for the language',
  },
  language: { ...speechOptions.language, defaultNote: 'that of the book or of the voice' },
  format: {
    field: 'format',
    schema: z.enum(['mp3', 'wav']),
    description: 'audio format of the sample',
    default: 'mp3',
  },
} as const satisfies OptionGroup;

/** Operations to hear a voice before a conversion. */
export const sampleOperations = {
  createSample: {
    tag: 'Choices',
    method: 'post',
    path: '/samples',
    description:
      'Lets a voice say a text, or some sentences of a book: of a job, or one that is sent. With both, the voice of the job says the text. Closing the connection cancels it.',
    form: sampleFields,
    book: 'optional',
    answers: [{ status: 200, description: 'The audio.', body: ['audio/mpeg', 'audio/wav'] }],
    errors: [
      ...uploadErrors,
      ...bookErrors,
      'not-found',
      'not-finished',
      'provider-failed',
      'provider-unavailable',
      'tool-missing',
      'internal',
    ],
  },
} as const satisfies Record<string, Operation>;
