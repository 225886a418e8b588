import { signatureProblem } from './aws-signature.ts';
import { json, jsonBody, speechEndpoint, startServer } from './faulty-server.ts';
import type { FakeResponse, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { oggBytes } from './spoken-ogg.ts';

export interface PollyServer extends SpeechServer {
  readonly requests: readonly JsonBody[];
  /** The session token of the last request. */
  readonly lastToken: () => string | undefined;
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
export async function startPollyServer(options: SpeechServerOptions = {}): Promise<PollyServer> {
  let token: string | undefined;
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
    return url.pathname === '/v1/voices' ? voices(url.searchParams) : endpoint.onSpeech(jsonBody(text));
  }, options.port);
  return { ...server, ...endpoint, lastToken: () => token };
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

function failure(
  status: number,
  name: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): FakeResponse {
  const type = `${name}:http://internal.amazon.com/coral/com.amazonaws.parrot.v1/`;
  return json(status, { message }, { 'x-amzn-errortype': type, ...headers });
}
