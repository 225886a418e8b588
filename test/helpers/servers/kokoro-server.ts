import { json, jsonBody, speechEndpoint, startServer, throttled } from './faulty-server.ts';
import type { FakeResponse, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { wavBytes } from './spoken-audio.ts';
import { spokenWords } from './spoken-words.ts';

/** A fake Kokoro service. */
export interface KokoroServer extends SpeechServer {
  /** Bodies of the speech requests, in order of arrival. */
  readonly requests: readonly JsonBody[];
  /** How many of them were for captioned speech. */
  readonly captioned: () => number;
}

/** Options of `startKokoroServer`. */
export interface KokoroOptions extends SpeechServerOptions {
  /** Sends the list of voices as servers before 0.4. */
  readonly oldVoiceList?: boolean;
  /** Status of the answer to requests for captioned speech, as servers without it send. */
  readonly captionsStatus?: number;
  /** Message of its errors. */
  readonly errorMessage?: string;
  /** Replaces the sound of its speech. */
  readonly changeSound?: (samples: Int16Array) => Int16Array;
  /** Awaited before a text is spoken. */
  readonly hold?: (text: string) => Promise<void>;
}

const voices = [
  'af_heart',
  'af_bella',
  'af_sky',
  'am_adam',
  'bf_emma',
  'bm_george',
  'ef_dora',
  'ff_siwis',
  'jf_alpha',
  'zf_xiaobei',
];
const languageCodes = 'a b e f h i j p z en-us en-gb es fr-fr hi it pt-br ja zh'.split(' ');

/** Starts a server that behaves like Kokoro-FastAPI 0.8: addresses, headers, list of voices, errors. */
export async function startKokoroServer(options: KokoroOptions = {}): Promise<KokoroServer> {
  let captioned = 0;
  const endpoint = speechEndpoint<JsonBody>(options, {
    textOf: (body) => String(body['input']),
    throttle: throttled({ detail: 'Too Many Requests' }),
    error: failure(500, 'processing_error', options.errorMessage ?? 'CUDA out of memory'),
    speak: (body, fault) => speech(body, options, fault),
  });
  const server = await startServer(async (request, body) => {
    if (request.url === '/v1/audio/voices') {
      return json(200, { voices: options.oldVoiceList ? voices : voices.map((id) => ({ id, name: id })) });
    }
    const isCaptioned = request.url === '/dev/captioned_speech';
    if (isCaptioned) captioned += 1;
    if (isCaptioned && options.captionsStatus !== undefined)
      return failure(options.captionsStatus, 'server_error', 'No.');
    if ((request.url !== '/v1/audio/speech' && !isCaptioned) || request.method !== 'POST')
      return json(404, { detail: 'Not Found' });
    const asked = jsonBody(body);
    await options.hold?.(String(asked['input']));
    const handled = endpoint.onSpeech(asked);
    if (!isCaptioned || (handled.response.status ?? 200) !== 200) return handled;
    return { ...handled, response: captionedSpeech(asked, handled.response, options) };
  }, options.port);
  return { ...server, ...endpoint, captioned: () => captioned };
}

function speech(request: JsonBody, options: KokoroOptions, fault: Fault | undefined): FakeResponse {
  const { sampleRate = 24_000, changeSound = (samples) => samples } = options;
  const text = String(request['input']);
  const parts = String(request['voice'])
    .split('+')
    .map((part) => part.replace(/\(.*/u, ''));
  const unknown = parts.find((part) => !voices.includes(part));
  if (unknown)
    return failure(400, 'validation_error', `Voice ${unknown} not found. Available voices: ${voices.join(', ')}`);
  if (!languageCodes.includes(String(request['lang_code']))) {
    // The real server reports this only when it does not stream.
    return request['stream'] === false
      ? failure(400, 'validation_error', 'Input contains no speakable text')
      : { body: '' };
  }
  const encode = (samples: Int16Array, rate: number): Buffer =>
    wavBytes(atSpeed(changeSound(samples), Number(request['speed'] ?? 1)), rate, { streamed: true, list: true });
  const body = faultySpeech(text, { options, fault, sampleRate, encode });
  return { headers: { 'content-type': 'audio/wav' }, body };
}

/** One object, because it does not stream: the audio in base64, and the tokens of the text with their times. */
function captionedSpeech(request: JsonBody, { body }: FakeResponse, options: KokoroOptions): FakeResponse {
  const text = String(request['input']);
  const speed = Number(request['speed'] ?? 1);
  const times = spokenWords(text, options.sampleRate ?? 24_000, options).flatMap(({ text: word, index, seconds }) => {
    const start = seconds / speed;
    // Punctuation is a token of its own.
    const sign = /^[^\p{L}\p{N}\s]/u.exec(text.slice(index + word.length))?.[0];
    const token = (named: string) => ({ word: named, start_time: start, end_time: start + 0.05 });
    return [token(word), ...(sign === undefined ? [] : [token(sign)])];
  });
  // The pipelines of Japanese and Chinese time nothing.
  const isTimed = !['j', 'z'].includes(String(request['lang_code']));
  const timestamps = isTimed ? times : null;
  return json(200, { audio: Buffer.from(body).toString('base64'), audio_format: 'audio/wav', timestamps });
}

/** Its pitch changes, which no check listens to. */
function atSpeed(samples: Int16Array, speed: number): Int16Array {
  if (speed === 1) return samples;
  return Int16Array.from(
    { length: Math.floor(samples.length / speed) },
    (_, at) => samples[Math.floor(at * speed)] ?? 0,
  );
}

function failure(status: number, error: string, message: string): FakeResponse {
  return json(status, { detail: { error, message, type: 'invalid_request_error' } });
}
