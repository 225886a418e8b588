import { z } from 'zod';
import { accepted } from '../answer-parts.ts';
import type { Operation } from '../operation.ts';
import { formFields } from '../../fields/form-fields.ts';

const text = z.string();
const summary = {
  number: z.int().describe('number of the chapter in the book'),
  title: text,
  words: z.int(),
  edited: z.boolean().describe('whether it was changed after it was written'),
};
const script = z
  .object({
    ...summary,
    text: text.describe('paragraphs with an empty line between them, # before a heading'),
    source: text.describe('the text that became the script'),
    steps: z
      .array(z.object({ action: text, reason: text, about: text }))
      .describe('how completions that were not usable were handled'),
  })
  .meta({ id: 'Script' });

const tagged = { ETag: 'changes with the script' };

/** Body of `PUT /jobs/{id}/scripts/{number}`. */
export const scriptChangeSchema = z.strictObject({
  text: text
    .min(1)
    .max(1_000_000)
    .regex(/^[\P{Cc}\t\n\r]*$/u, 'It has control characters'),
  title: text
    .regex(/^[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u, 'It is empty or has control characters')
    .max(300)
    .optional()
    .describe('by default the title stays'),
});

/** Operations on the scripts of a job. */
export const scriptOperations = {
  listScripts: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/scripts',
    description: 'Lists the narration scripts of a job, as far as they are written.',
    answers: [
      {
        status: 200,
        description: 'The scripts, without their texts.',
        body: z.object({ scripts: z.array(z.object({ ...summary, url: text })) }),
      },
    ],
    errors: ['not-found'],
  },
  getScript: {
    tag: 'Jobs',
    method: 'get',
    path: '/jobs/{id}/scripts/{number}',
    description: 'Returns the narration script of a chapter.',
    answers: [{ status: 200, description: 'The script.', body: script, headers: tagged }],
    errors: ['not-found'],
  },
  changeScript: {
    tag: 'Jobs',
    method: 'put',
    path: '/jobs/{id}/scripts/{number}',
    description: 'Replaces the narration script of a chapter, before it is spoken.',
    headers: { 'If-Match': 'the `ETag` of the script that was read; refused where it was changed since' },
    json: scriptChangeSchema,
    answers: [{ status: 200, description: 'The script, changed.', body: script, headers: tagged }],
    errors: [
      'not-found',
      'wrong-state',
      'precondition-failed',
      'malformed',
      'bad-value',
      'upload-too-large',
      'too-slow',
    ],
  },
  speakJob: {
    tag: 'Jobs',
    method: 'post',
    path: '/jobs/{id}/speak',
    description: 'Queues a job that ended with its scripts (`scripts_only`), to speak them as they are now.',
    form: formFields.speakJob,
    book: false,
    answers: [accepted],
    errors: ['not-found', 'wrong-state', 'malformed', 'busy', 'disk-full'],
  },
} as const satisfies Record<string, Operation>;
