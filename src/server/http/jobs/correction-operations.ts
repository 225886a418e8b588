import { z } from 'zod';
import { accepted } from '../answer-parts.ts';
import type { Operation } from '../operation.ts';
import { formFields } from '../../fields/form-fields.ts';

/** As many as someone makes by hand, in all a few hundred kB of a record. */
const maxCorrections = 200;

/** Letters of a correction: a long sentence. Twice the longest spoken form of a lexicon is the most that is spoken in place of words. */
const maxLetters = 1000;

const words = z
  .string()
  .max(maxLetters)
  .regex(/^\P{Cc}*$/u, 'It has control characters');

/** Body of `PUT /jobs/{id}/corrections`. */
export const correctionsSchema = z.strictObject({
  corrections: z
    .array(
      z.strictObject({
        text: words.regex(/[\p{L}\p{N}]/u, 'It has no letter').describe('a sentence or words, as the book has them'),
        say: words.describe('what is said instead; empty: nothing'),
        isWhole: z
          .boolean()
          .optional()
          .describe(
            'the text is a whole sentence, and left as it is inside of another one; by default, it is changed wherever these words come',
          ),
      }),
    )
    .max(maxCorrections),
});

const corrections = correctionsSchema.meta({ id: 'Corrections' });

/** Operations to have a book say something differently. */
export const correctionOperations = {
  getCorrections: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/corrections',
    description: 'Returns what a job says differently than its book is written.',
    answers: [{ status: 200, description: 'The corrections.', body: corrections }],
    errors: ['not-found'],
  },
  changeCorrections: {
    tag: 'Jobs',
    method: 'put',
    path: '/jobs/{id}/corrections',
    description:
      'Replaces what a job says differently. A job that waits is spoken so, and one that runs before it is done: what it has spoken by then is spoken again. ' +
      'Of a finished one, POST /jobs/{id}/remake makes the files anew.',
    json: correctionsSchema,
    answers: [{ status: 200, description: 'The corrections, changed.', body: corrections }],
    errors: ['not-found', 'wrong-state', 'gone', 'malformed', 'upload-too-large', 'too-slow', 'disk-full'],
  },
  remakeJob: {
    tag: 'Jobs',
    method: 'post',
    path: '/jobs/{id}/remake',
    description:
      'Queues a finished job again, to make its files anew with its corrections and scripts as they are now. Only what sounds different is spoken. ' +
      'The files that are there stay until the new ones are whole, also where that fails or is canceled.',
    form: formFields.retryJob,
    book: false,
    answers: [accepted],
    errors: ['not-found', 'wrong-state', 'gone', 'malformed', 'busy', 'disk-full'],
  },
} as const satisfies Record<string, Operation>;
