import { json, jsonBody, speechDesk, startServer, throttled } from './faulty-server.ts';
import type { Answer, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { spokenSamples, wavBytes, withoutLastSentence } from './spoken-audio.ts';

export interface KokoroServer extends SpeechServer {
  /** Bodies of the speech requests, in the order in which they came. */
  readonly requests: readonly JsonBody[];
}

export interface KokoroOptions extends SpeechServerOptions {
  /** The list of voices as servers before 0.4 gave it. */
  readonly oldVoiceList?: boolean;
  /** What it says of its errors. */
  readonly errorMessage?: string;
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

/** Answers like Kokoro-FastAPI 0.8: the same addresses, header, list of voices, errors. */
export async function startKokoroServer(options: KokoroOptions = {}): Promise<KokoroServer> {
  const desk = speechDesk<JsonBody>(options, {
    textOf: (body) => String(body['input']),
    throttle: throttled({ detail: 'Too Many Requests' }),
    error: failure(500, 'processing_error', options.errorMessage ?? 'CUDA out of memory'),
    speak: (body, fault) => speech(body, options, fault),
  });
  const server = await startServer((request, body) => {
    if (request.url === '/v1/audio/voices') {
      return json(200, { voices: options.oldVoiceList ? voices : voices.map((id) => ({ id, name: id })) });
    }
    if (request.url !== '/v1/audio/speech' || request.method !== 'POST') return json(404, { detail: 'Not Found' });
    return desk.onSpeech(jsonBody(body));
  }, options.port);
  return { ...server, ...desk };
}

function speech(asked: JsonBody, options: SpeechServerOptions, fault: Fault | undefined): Answer {
  const { unitsPerSecond, sampleRate = 24_000 } = options;
  const text = String(asked['input']);
  const parts = String(asked['voice'])
    .split('+')
    .map((part) => part.replace(/\(.*/u, ''));
  const unknown = parts.find((part) => !voices.includes(part));
  if (unknown)
    return failure(400, 'validation_error', `Voice ${unknown} not found. Available voices: ${voices.join(', ')}`);
  if (!languageCodes.includes(String(asked['lang_code']))) {
    // The real server says so only when it does not stream.
    return asked['stream'] === false
      ? failure(400, 'validation_error', 'Input contains no speakable text')
      : { body: '' };
  }
  const rate = fault === 'wrong-rate' ? 16_000 : sampleRate;
  const spoken = fault === 'missing-sentence' ? withoutLastSentence(text) : text;
  const body = wavBytes(spokenSamples(spoken, rate, unitsPerSecond), rate, { streamed: true, list: true });
  return { headers: { 'content-type': 'audio/wav' }, body };
}

function failure(status: number, error: string, message: string): Answer {
  return json(status, { detail: { error, message, type: 'invalid_request_error' } });
}
