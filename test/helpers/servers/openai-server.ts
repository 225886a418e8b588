import { json, jsonBody, speechEndpoint, startServer, throttled } from './faulty-server.ts';
import type { FakeResponse, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { wavBytes } from './spoken-audio.ts';

interface OpenaiRequest {
  readonly authorization: string | undefined;
  readonly body: JsonBody;
}

/** A fake OpenAI speech service. */
export interface OpenaiServer extends SpeechServer {
  readonly requests: readonly OpenaiRequest[];
}

/** Options of `startOpenaiServer`. */
export interface OpenaiOptions extends SpeechServerOptions {
  /** Response of `/v1/audio/voices`, which OpenAI does not have and compatible servers do. */
  readonly voiceList?: unknown;
}

const key = 'sk-test-0123456789';

/** Starts a server that behaves like OpenAI's `/v1/audio/speech`: headers, limits in characters and tokens, error bodies. */
export async function startOpenaiServer(options: OpenaiOptions = {}): Promise<OpenaiServer> {
  const endpoint = speechEndpoint<OpenaiRequest>(options, {
    textOf: ({ body }) => String(body['input']),
    throttle: throttled({ error: { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' } }),
    error: failure(500, 'server_error', null, 'The server had an error'),
    speak: (request, fault) => refusal(request) ?? speech(request.body, options, fault),
  });
  const server = await startServer((request, text) => {
    if (request.url === '/v1/audio/voices' && options.voiceList !== undefined) return json(200, options.voiceList);
    if (request.url !== '/v1/audio/speech') return failure(404, 'invalid_request_error', null, 'Unknown request URL');
    return endpoint.onSpeech({ authorization: request.headers.authorization, body: jsonBody(text) });
  }, options.port);
  return { ...server, ...endpoint };
}

function refusal({ authorization, body }: OpenaiRequest): FakeResponse | undefined {
  if (authorization !== `Bearer ${key}`) {
    const message = `Incorrect API key provided: ${String(authorization).slice(7)}.`;
    return failure(401, 'invalid_request_error', 'invalid_api_key', message);
  }
  if (body['model'] === 'quota') {
    return failure(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota');
  }
  if (body['model'] === 'none') {
    return failure(404, 'invalid_request_error', 'model_not_found', 'The model `none` does not exist');
  }
  return tooLong(String(body['input']), String(body['model']));
}

function tooLong(text: string, model: string): FakeResponse | undefined {
  const characters = Array.from(text);
  if (characters.length > 4096) {
    const message = "[{'type': 'string_too_long', 'msg': 'String should have at most 4096 characters'}]";
    return failure(400, 'invalid_request_error', null, message);
  }
  const tokens = characters.reduce((sum, character) => sum + (character > '\u2E80' ? 1 : 0.25), 0);
  if (!model.startsWith('gpt-4o') || tokens <= 2000) return undefined;
  const message = `Input of ${Math.ceil(tokens)} tokens is over the maximum input limit of 2000 tokens.`;
  return failure(400, 'invalid_request_error', 'invalid_value', message);
}

function speech(body: JsonBody, options: SpeechServerOptions, fault: Fault | undefined): FakeResponse {
  const text = String(body['input']);
  const { sampleRate = 24_000 } = options;
  const audio = faultySpeech(text, { options, fault, sampleRate, encode });
  return { headers: { 'content-type': 'audio/wav' }, body: audio };
}

function failure(status: number, type: string, code: string | null, message: string): FakeResponse {
  return json(status, { error: { message, type, param: null, code } });
}

function encode(samples: Int16Array, sampleRate: number): Buffer {
  return wavBytes(samples, sampleRate, { streamed: true });
}
