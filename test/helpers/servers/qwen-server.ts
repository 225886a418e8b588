import { json, jsonBody, speechEndpoint, startServer, throttled } from './faulty-server.ts';
import type { FakeResponse, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { faultySpeech } from './faulty-speech.ts';
import { wavBytes } from './spoken-audio.ts';

/** A fake Qwen3-TTS service. */
export interface QwenServer extends SpeechServer {
  readonly requests: readonly JsonBody[];
  /** Whether the model is loaded, which a test may change, and the number of requests to `/health`. */
  readonly state: { loaded: boolean; readonly healthChecks: number };
}

/** Options of `startQwenServer`. */
export interface QwenOptions extends SpeechServerOptions {
  readonly loaded?: boolean;
  /** Whether the server clones voices. */
  readonly cloning?: boolean;
  /** Number of health checks that fail at first. */
  readonly failingHealthChecks?: number;
}

const speakers = ['Vivian', 'Serena', 'Uncle_Fu', 'Dylan', 'Eric', 'Ryan', 'Aiden', 'Ono_Anna', 'Sohee'];
const languages = 'auto chinese english french german italian japanese korean portuguese russian spanish'.split(' ');
const maxSeconds = 163.84;

/** Starts a server that behaves like the Qwen3-TTS wrapper: health, voices, WAV with correct sizes, all errors as 500, audio cut at 163.84 s. */
export async function startQwenServer(options: QwenOptions = {}): Promise<QwenServer> {
  const endpoint = speechEndpoint<JsonBody>(options, {
    textOf: (body) => String(body['text']),
    throttle: throttled({ detail: 'Too Many Requests' }),
    error: json(500, { detail: 'Synthesis failed: CUDA error: an illegal memory access was encountered' }),
    speak: (body, fault) => speech(body, options, fault),
  });
  const state = { loaded: options.loaded ?? true, healthChecks: 0 };
  const onHealth = (): FakeResponse => {
    state.healthChecks += 1;
    if (state.healthChecks <= (options.failingHealthChecks ?? 0)) return json(500, { detail: 'busy' });
    if (state.loaded) return json(200, { status: 'healthy', model_loaded: true, model: 'Qwen3-TTS', device: 'cuda:0' });
    return json(200, { status: 'unhealthy', model_loaded: false, error: 'Model not loaded' });
  };
  const fields = ['text', 'language', 'speaker', 'instruct', ...(options.cloning ? ['ref_audio', 'ref_text'] : [])];
  const pages: Readonly<Record<string, () => FakeResponse>> = {
    '/health': onHealth,
    '/voices': () => (state.loaded ? json(200, { voices: speakers }) : json(503, { detail: 'Model not loaded' })),
    '/openapi.json': () =>
      json(200, { TTSRequest: { properties: Object.fromEntries(fields.map((name) => [name, {}])) } }),
  };
  const server = await startServer((request, text) => {
    const page = pages[request.url ?? ''];
    return page ? page() : endpoint.onSpeech(jsonBody(text));
  }, options.port);
  return { ...server, ...endpoint, state };
}

function speech(body: JsonBody, options: SpeechServerOptions, fault: Fault | undefined): FakeResponse {
  if (!languages.includes(String(body['language']).toLowerCase())) {
    return json(500, { detail: `Synthesis failed: Unsupported languages: ['${String(body['language'])}']` });
  }
  if (!speakers.includes(String(body['speaker']))) {
    return json(500, { detail: `Synthesis failed: Unsupported speakers: ['${String(body['speaker'])}']` });
  }
  const text = String(body['text']);
  const { sampleRate = 24_000 } = options;
  return { headers: { 'content-type': 'audio/wav' }, body: faultySpeech(text, { options, fault, sampleRate, encode }) };
}

function encode(samples: Int16Array, sampleRate: number): Buffer {
  return wavBytes(samples.subarray(0, maxSeconds * sampleRate), sampleRate);
}
