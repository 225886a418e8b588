import { z } from 'zod';
import { formFields } from '../../fields/form-fields.ts';
import { providersSchema, voicesSchema } from '../answer-schemas.ts';
import type { Operation } from '../operation.ts';

const text = z.string();

/** Operations that list what a conversion can use. */
export const choiceOperations = {
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
        description: 'The voices.',
        body: voicesSchema,
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
        body: z.object({
          local: z.array(text),
          reason: text.optional(),
          commercial: z.array(text),
          withKey: z.array(text).describe('those of the commercial ones whose vendor has a key in the settings'),
        }),
      },
    ],
    errors: [],
  },
} as const satisfies Record<string, Operation>;
