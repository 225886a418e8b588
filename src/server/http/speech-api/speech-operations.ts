import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { speechRequestSchema } from './speech-request.ts';

const text = z.string();
const voice = z.object({ id: text, name: text, language: text, gender: z.enum(['female', 'male']).optional() });
const model = z.object({ id: text, object: z.literal('model'), created: z.int(), owned_by: text });

const errorBody = z
  .object({
    error: z.object({ message: text, type: text, param: z.null(), code: text }).describe('as OpenAI sends it'),
  })
  .meta({ id: 'SpeechError' });

/** Operations in the shape of OpenAI's speech API and of Kokoro-FastAPI. Their errors have OpenAI's shape, too. */
export const speechOperations = {
  createSpeech: {
    tag: 'Speech',
    method: 'post',
    path: '/v1/audio/speech',
    description: 'Speaks a text with an embedded voice. Closing the connection cancels it.',
    json: speechRequestSchema,
    answers: [
      {
        status: 200,
        description: 'The audio. With `stream`, a failure in the middle closes the connection.',
        body: ['audio/mpeg', 'audio/ogg', 'audio/aac', 'audio/flac', 'audio/wav', 'audio/pcm'],
      },
    ],
    errors: [
      'malformed',
      'bad-value',
      'upload-too-large',
      'too-slow',
      'busy',
      'provider-failed',
      'provider-unavailable',
      'tool-missing',
      'internal',
    ],
    errorBody,
  },
  listSpeechVoices: {
    tag: 'Speech',
    method: 'get',
    path: '/v1/audio/voices',
    description: 'Lists the embedded voices.',
    answers: [{ status: 200, description: 'The voices.', body: z.object({ voices: z.array(voice) }) }],
    errors: ['provider-unavailable'],
    errorBody,
  },
  listSpeechModels: {
    tag: 'Speech',
    method: 'get',
    path: '/v1/models',
    description: 'Lists the families of the embedded voices.',
    answers: [
      {
        status: 200,
        description: 'The families.',
        body: z.object({ object: z.literal('list'), data: z.array(model) }),
      },
    ],
    errors: ['provider-unavailable'],
    errorBody,
  },
} as const satisfies Record<string, Operation>;
