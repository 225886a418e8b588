import { json, jsonBody, speechEndpoint, startServer, throttled } from './faulty-server.ts';
import type { FakeResponse, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { sampleBytes, wavBytes } from './spoken-audio.ts';

/** A speech request as it arrived. */
export interface ElevenlabsRequest {
  readonly voice: string;
  readonly format: string;
  readonly body: JsonBody;
}

/** A fake ElevenLabs account. */
export interface ElevenlabsServer extends SpeechServer {
  readonly requests: readonly ElevenlabsRequest[];
}

/** Options of a fake account. */
export interface ElevenlabsServerOptions extends SpeechServerOptions {
  /** Audio formats of the account's plan. */
  readonly formats?: readonly string[];
  /** Formats by whose names nothing is known, as in servers that are older than the format. */
  readonly unknownFormats?: RegExp;
  /** Send raw samples whatever the format. */
  readonly sendsRaw?: boolean;
  /** Most characters of one request. */
  readonly maxCharacters?: number;
  /** Code, status and message of every speech request, as the service words it. */
  readonly problem?: { readonly status: number; readonly code: string; readonly message: string };
  /** Form of errors: with `code`, or the older one with `status`. */
  readonly errorField?: 'code' | 'status';
}

/** The key that the server accepts. */
export const elevenlabsKey = 'sk_0123456789abcdef';

const voices = [
  {
    voice_id: 'JBFqnCBsd6RMkjVDRZzb',
    name: 'George',
    labels: { language: 'en', gender: 'male', accent: 'british' },
    verified_languages: [{ language: 'en', model_id: 'eleven_multilingual_v2', locale: 'en-GB' }],
  },
  { voice_id: 'AAAABBBBCCCCDDDDEEEE', name: 'Cloned', labels: {}, verified_languages: null },
  {
    voice_id: 'FFFFGGGGHHHHIIIIJJJJ',
    name: 'Clara',
    labels: { gender: 'female' },
    verified_languages: [{ language: 'de', model_id: 'eleven_multilingual_v2', locale: 'de-DE' }],
  },
];

/** Starts a server that behaves like ElevenLabs: keys, plans, limits, error codes, pages of voices, WAV and raw PCM. */
export async function startElevenlabsServer(options: ElevenlabsServerOptions = {}): Promise<ElevenlabsServer> {
  const failure = failureFor(options.errorField ?? 'code');
  const endpoint = speechEndpoint<ElevenlabsRequest>(options, {
    textOf: ({ body }) => String(body['text']),
    throttle: throttled({ detail: { code: 'concurrent_limit_exceeded', message: 'Too many concurrent requests.' } }),
    error: failure(500, 'internal_error', 'Something went wrong.'),
    speak: (request, fault) => problemOf(request, options, failure) ?? speech(request, options, fault),
  });
  const server = await startServer(({ url = '', headers }, text) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    if (headers['xi-api-key'] !== elevenlabsKey) {
      return failure(401, 'invalid_api_key', `Invalid API key ${String(headers['xi-api-key'])}`);
    }
    if (pathname === '/v2/voices') return page(searchParams);
    const voice = /^\/v1\/text-to-speech\/([^/]+)$/u.exec(pathname)?.[1];
    if (voice === undefined) return json(404, { detail: 'Not Found' });
    return endpoint.onSpeech({ voice, format: searchParams.get('output_format') ?? '', body: jsonBody(text) });
  }, options.port);
  return { ...server, ...endpoint };
}

type Failure = (status: number, code: string, message: string) => FakeResponse;

function failureFor(field: 'code' | 'status'): Failure {
  return (status, code, message) => json(status, { detail: { [field]: code, message } });
}

function page(query: URLSearchParams): FakeResponse {
  const start = Number(query.get('next_page_token') ?? 0);
  const next = start + 2 < voices.length ? String(start + 2) : null;
  return json(200, { voices: voices.slice(start, start + 2), has_more: next !== null, next_page_token: next });
}

function problemOf(
  { voice, format, body }: ElevenlabsRequest,
  { formats = ['wav_24000', 'pcm_24000'], unknownFormats, maxCharacters = 10_000, problem }: ElevenlabsServerOptions,
  failure: Failure,
): FakeResponse | undefined {
  if (problem) return failure(problem.status, problem.code, problem.message);
  if (!voices.some(({ voice_id: id }) => id === voice)) {
    return failure(404, 'voice_not_found', `A voice with the voice_id ${voice} was not found.`);
  }
  if (unknownFormats?.test(format)) {
    return json(422, {
      detail: [{ type: 'enum', loc: ['query', 'output_format'], msg: "Input should be 'pcm_24000'" }],
    });
  }
  if (!formats.includes(format)) {
    return failure(403, 'output_format_not_allowed', `Output format '${format}' is only available on the Pro tier.`);
  }
  if (body['language_code'] !== undefined && body['model_id'] === 'eleven_multilingual_v2') {
    return failure(400, 'unsupported_language', 'Model eleven_multilingual_v2 does not support language_code.');
  }
  const length = Array.from(String(body['text'])).length;
  if (length <= maxCharacters) return undefined;
  return failure(400, 'max_character_limit_exceeded', `This request's text has ${length} characters.`);
}

function speech(
  { format, body }: ElevenlabsRequest,
  options: ElevenlabsServerOptions,
  fault: Fault | undefined,
): FakeResponse {
  const text = String(body['text']);
  const sampleRate = Number(format.slice('pcm_'.length));
  const isRaw = options.sendsRaw === true || format.startsWith('pcm_');
  const audio = faultySpeech(text, { options, fault, sampleRate, encode: isRaw ? sampleBytes : wavBytes });
  return { headers: { 'content-type': isRaw ? 'audio/pcm' : 'audio/wav' }, body: audio };
}
