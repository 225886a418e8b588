import { json, jsonBody, speechDesk, startServer, throttled } from './faulty-server.ts';
import type { Answer, Fault, JsonBody, SpeechServer, SpeechServerOptions } from './faulty-server.ts';
import { spokenSamples, wavBytes, withoutLastSentence } from './spoken-audio.ts';

export interface QwenServer extends SpeechServer {
  readonly requests: readonly JsonBody[];
  /** Whether the model is loaded (set it to let the server become ready), and how often `/health` was asked. */
  readonly state: { loaded: boolean; readonly healthChecks: number };
}

export interface QwenOptions extends SpeechServerOptions {
  readonly loaded?: boolean;
  /** The server takes a recording of a voice. */
  readonly cloning?: boolean;
  /** How many health checks fail before one is answered. */
  readonly failingHealthChecks?: number;
}

const speakers = ['Vivian', 'Serena', 'Uncle_Fu', 'Dylan', 'Eric', 'Ryan', 'Aiden', 'Ono_Anna', 'Sohee'];
const languages = 'auto chinese english french german italian japanese korean portuguese russian spanish'.split(' ');
const longestSeconds = 163.84;

/** Answers like the Qwen3-TTS wrapper: health, voices, WAV with true sizes, every error as 500, speech cut at 163.84 s. */
export async function startQwenServer(options: QwenOptions = {}): Promise<QwenServer> {
  const desk = speechDesk<JsonBody>(options, {
    textOf: (body) => String(body['text']),
    throttle: throttled({ detail: 'Too Many Requests' }),
    error: json(500, { detail: 'Synthesis failed: CUDA error: an illegal memory access was encountered' }),
    speak: (body, fault) => speech(body, options, fault),
  });
  const state = { loaded: options.loaded ?? true, healthChecks: 0 };
  const onHealth = (): Answer => {
    state.healthChecks += 1;
    if (state.healthChecks <= (options.failingHealthChecks ?? 0)) return json(500, { detail: 'busy' });
    if (state.loaded) return json(200, { status: 'healthy', model_loaded: true, model: 'Qwen3-TTS', device: 'cuda:0' });
    return json(200, { status: 'unhealthy', model_loaded: false, error: 'Model not loaded' });
  };
  const fields = ['text', 'language', 'speaker', 'instruct', ...(options.cloning ? ['ref_audio', 'ref_text'] : [])];
  const pages: Readonly<Record<string, () => Answer>> = {
    '/health': onHealth,
    '/voices': () => (state.loaded ? json(200, { voices: speakers }) : json(503, { detail: 'Model not loaded' })),
    '/openapi.json': () =>
      json(200, { TTSRequest: { properties: Object.fromEntries(fields.map((name) => [name, {}])) } }),
  };
  const server = await startServer((request, text) => {
    const page = pages[request.url ?? ''];
    return page ? page() : desk.onSpeech(jsonBody(text));
  }, options.port);
  return { ...server, ...desk, state };
}

function speech(body: JsonBody, options: SpeechServerOptions, fault: Fault | undefined): Answer {
  if (!languages.includes(String(body['language']).toLowerCase())) {
    return json(500, { detail: `Synthesis failed: Unsupported languages: ['${String(body['language'])}']` });
  }
  if (!speakers.includes(String(body['speaker']))) {
    return json(500, { detail: `Synthesis failed: Unsupported speakers: ['${String(body['speaker'])}']` });
  }
  const text = String(body['text']);
  const rate = fault === 'wrong-rate' ? 16_000 : (options.sampleRate ?? 24_000);
  const said = fault === 'missing-sentence' ? withoutLastSentence(text) : text;
  const samples = spokenSamples(said, rate, options.unitsPerSecond).subarray(0, longestSeconds * rate);
  return { headers: { 'content-type': 'audio/wav' }, body: wavBytes(samples, rate) };
}
