import { signatureProblem } from './aws-signature.ts';
import { json, jsonBody, speechEndpoint, startServer } from './faulty-server.ts';
import type { FakeResponse, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { oggBytes } from './spoken-ogg.ts';
import { spokenWords } from './spoken-words.ts';

export interface PollyServer extends SpeechServer {
  readonly requests: readonly JsonBody[];
  /** Bodies of the requests for speech marks. */
  readonly markRequests: readonly JsonBody[];
  /** The session token of the last request. */
  readonly lastToken: () => string | undefined;
}

/** Options of `startPollyServer`. */
export interface PollyOptions extends SpeechServerOptions {
  /** Returns the answer to a request for speech marks, counted from 0, instead of the marks. */
  readonly marks?: ((request: number) => FakeResponse | undefined) | undefined;
}

/** Keys that the server accepts. */
export const pollyKeys = { accessKeyId: 'AKIATESTTESTTEST', secretAccessKey: 'test/secret/key' };

const neural = [
  { Id: 'Joanna', LanguageCode: 'en-US', Gender: 'Female' },
  { Id: 'Matthew', LanguageCode: 'en-US', Gender: 'Male' },
  { Id: 'Amy', LanguageCode: 'en-GB', Gender: 'Female' },
  { Id: 'Kajal', LanguageCode: 'en-IN', AdditionalLanguageCodes: ['hi-IN'], Gender: 'Female' },
  { Id: 'Lucia', LanguageCode: 'es-ES', Gender: 'Female' },
  { Id: 'Zhiyu', LanguageCode: 'cmn-CN', Gender: 'Female' },
  { Id: 'Vicki', LanguageCode: 'de-DE', Gender: 'Female' },
  { Id: 'Lea', LanguageCode: 'fr-FR', Gender: 'Female' },
  { Id: 'Laura', LanguageCode: 'nl-NL', Gender: 'Female' },
  { Id: 'Hala', LanguageCode: 'ar-AE', Gender: 'Female' },
  { Id: 'Ola', LanguageCode: 'pl-PL', Gender: 'Female' },
];
const longForm = [
  { Id: 'Danielle', LanguageCode: 'en-US', Gender: 'Female' },
  { Id: 'Ruth', LanguageCode: 'en-US', Gender: 'Female' },
];

/** Starts a server that behaves like Amazon Polly: signatures, limits, sample rates as strings, throttling as status 400, pages of voices. */
export async function startPollyServer(options: PollyOptions = {}): Promise<PollyServer> {
  let token: string | undefined;
  const markRequests: JsonBody[] = [];
  const endpoint = speechEndpoint<JsonBody>(options, {
    textOf: (body) => String(body['Text']),
    throttle: failure(400, 'ThrottlingException', 'Rate exceeded', { 'retry-after': '0.02' }),
    error: failure(500, 'ServiceFailureException', 'An unknown condition has caused a service failure.'),
    speak: (body, fault) => speech(body, options, fault),
  });
  const server = await startServer((request, text) => {
    token = request.headers['x-amz-security-token']?.toString();
    const problem = signatureProblem(request, text, pollyKeys, 'polly');
    if (problem) return failure(403, problem, 'The security token included in the request is invalid.');
    const url = new URL(request.url ?? '', 'http://host');
    if (url.pathname === '/v1/voices') return voices(url.searchParams);
    const body = jsonBody(text);
    if (body['OutputFormat'] !== 'json') return endpoint.onSpeech(body);
    markRequests.push(body);
    return options.marks?.(markRequests.length - 1) ?? marks(body, options);
  }, options.port);
  return { ...server, ...endpoint, markRequests, lastToken: () => token };
}

function voices(query: URLSearchParams): FakeResponse {
  const start = Number(query.get('NextToken') ?? 0);
  const all = query.get('Engine') === 'long-form' ? longForm : neural;
  const page = all.slice(start, start + 4);
  const next = start + 4 < all.length ? { NextToken: String(start + 4) } : {};
  return json(200, { Voices: page, ...next });
}

function speech(body: JsonBody, options: SpeechServerOptions, fault: Fault | undefined): FakeResponse {
  const text = String(body['Text']);
  if (
    body['OutputFormat'] !== 'ogg_vorbis' ||
    !['8000', '16000', '22050', '24000'].includes(String(body['SampleRate']))
  ) {
    return failure(400, 'InvalidSampleRateException', 'The specified sample rate is not valid.');
  }
  if (Array.from(text).length > 3000)
    return failure(400, 'TextLengthExceededException', 'Maximum text length has been exceeded');
  if (![...neural, ...longForm].some(({ Id }) => Id === body['VoiceId'])) {
    return failure(400, 'ValidationException', 'This voice does not support the selected engine: neural');
  }
  const { sampleRate = Number(body['SampleRate']) } = options;
  const audio = faultySpeech(text, { options, fault, sampleRate, encode: oggBytes });
  return { headers: { 'content-type': 'audio/ogg', 'x-amzn-requestcharacters': String(text.length) }, body: audio };
}

/** Lines of JSON. Offsets are bytes of the text. */
function marks(body: JsonBody, options: SpeechServerOptions): FakeResponse {
  const text = String(body['Text']);
  if (!Array.isArray(body['SpeechMarkTypes']) || 'SampleRate' in body) {
    return failure(400, 'MarksNotSupportedForFormatException', 'Speech marks are not supported for the OutputFormat.');
  }
  const bytesTo = (index: number): number => Buffer.byteLength(text.slice(0, index));
  const lines = spokenWords(text, 24_000, options).map(({ text: word, index, seconds }) => {
    const [start, end] = [bytesTo(index), bytesTo(index + word.length)];
    return JSON.stringify({ time: Math.round(seconds * 1000), type: 'word', start, end, value: word });
  });
  return { headers: { 'content-type': 'application/x-json-stream' }, body: `${lines.join('\n')}\n` };
}

/** Returns a failure as the service sends it. */
export function failure(
  status: number,
  name: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): FakeResponse {
  const type = `${name}:http://internal.amazon.com/coral/com.amazonaws.parrot.v1/`;
  return json(status, { message }, { 'x-amzn-errortype': type, ...headers });
}
