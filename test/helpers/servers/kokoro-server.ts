import { json, jsonBody, speechEndpoint, startServer, throttled } from './faulty-server.ts';
import type { FakeResponse, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { wavBytes } from './spoken-audio.ts';

/** A fake Kokoro service. */
export interface KokoroServer extends SpeechServer {
  /** Bodies of the speech requests, in order of arrival. */
  readonly requests: readonly JsonBody[];
}

/** Options of `startKokoroServer`. */
export interface KokoroOptions extends SpeechServerOptions {
  /** Sends the list of voices as servers before 0.4. */
  readonly oldVoiceList?: boolean;
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
    if (request.url !== '/v1/audio/speech' || request.method !== 'POST') return json(404, { detail: 'Not Found' });
    const asked = jsonBody(body);
    await options.hold?.(String(asked['input']));
    return endpoint.onSpeech(asked);
  }, options.port);
  return { ...server, ...endpoint };
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
