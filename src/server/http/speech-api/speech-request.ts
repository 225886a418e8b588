import { z } from 'zod';
import { parseLanguage } from '../../../core/language.ts';
import { spokenFormats } from '../../../pipeline/say/speak-text.ts';
import { RequestError } from '../../errors/request-error.ts';

/** Longest text of a request, in characters. */
const maxInput = 50_000;

/** Languages by the codes of Kokoro-FastAPI. */
const kokoroCodes: Readonly<Record<string, string>> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt-BR',
  z: 'zh',
};

/** Body of `POST /v1/audio/speech`: fields of OpenAI's speech API and of Kokoro-FastAPI. Others are ignored. */
export const speechRequestSchema = z.object({
  input: z.string().min(1).max(maxInput).describe('text to speak'),
  model: z.string().optional().describe('any; the voice decides'),
  voice: z.string().max(500).optional().describe('voice, as listed; by default the best one for the language'),
  response_format: z.enum(spokenFormats).default('mp3').describe('pcm is 16 bit, mono, 24 kHz, without a header'),
  speed: z.number().min(0.25).max(4).default(1).describe('1 is the speed of the voice'),
  stream: z.boolean().default(false).describe('send the audio while it is made'),
  language: z.string().max(50).optional().describe('BCP-47 code of the text; by default that of the voice'),
  lang_code: z.string().max(50).optional().describe('the same, with the codes of Kokoro-FastAPI'),
});

/** A checked request. */
export type CheckedSpeechRequest = z.infer<typeof speechRequestSchema>;

/** Returns the checked body. Throws `malformed`, `missing-field` or `bad-value`, with the field and what it takes. */
export function readSpeechRequest(body: unknown): CheckedSpeechRequest {
  const parsed = speechRequestSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (field === '') throw new RequestError('malformed', 'The body must be a JSON object with the field input.');
  throw new RequestError('malformed', `Invalid ${field}: ${issue?.message ?? ''}. See GET /docs.`);
}

/** Returns the BCP-47 code of a request, or undefined when it names none. */
export function languageOf({ language, lang_code: code }: CheckedSpeechRequest): string | undefined {
  const named = language ?? code;
  return named === undefined ? undefined : (kokoroCodes[named] ?? parseLanguage(named));
}
