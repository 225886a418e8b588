import { json, jsonBody, startServer } from './faulty-server.ts';
import type { FakeResponse, RunningServer } from './faulty-server.ts';
import { encodeSamples } from './encode-samples.ts';
import { spokenSamples, wavBytes } from './spoken-audio.ts';

/** The habits of an OpenAI-compatible server on the wire, as its public code and documents show them. */
export interface WireHabits {
  /** What its address ends in. */
  readonly base: '/v1' | '';
  /** Formats that it takes; all others are refused. Absent: it takes any. */
  readonly takes?: readonly string[];
  /** Format that it sends, whatever was asked for. Absent: the one that was. */
  readonly sends?: string;
  readonly sampleRate: number;
  /** WAV as it writes it. Absent: whole, 16 bit. */
  readonly wav?: 'streamed' | 'float' | 'stereo' | 'first-piece';
  readonly maxChars?: number;
  /** Without one, every name is spoken. */
  readonly voice?: string;
  readonly model?: string;
  /** Place and content of its list of voices. */
  readonly voices?: readonly [place: string, list: unknown];
  readonly needsKey?: boolean;
  /** Whether the audio is in JSON. */
  readonly inJson?: boolean;
  /** Words of its refusals, by what is refused. */
  readonly refuses: (what: 'format' | 'length' | 'voice' | 'model', value: string) => FakeResponse;
}

/** FastAPI's form of a value that is not among the literal ones. */
function literalError(field: string, expected: string): FakeResponse {
  return json(422, { detail: [{ type: 'literal_error', loc: ['body', field], msg: `Input should be ${expected}` }] });
}

function detail(status: number, text: string): FakeResponse {
  return json(status, { detail: text });
}

function openaiError(status: number, message: string): FakeResponse {
  return json(status, { error: { message, type: 'invalid_request_error', code: status } });
}

/** Ten projects, and two habits of gateways. */
export const wireHabits: Readonly<Record<string, WireHabits>> = {
  'Chatterbox-TTS-Server': {
    base: '/v1',
    takes: ['wav', 'opus', 'mp3'],
    sampleRate: 24_000,
    maxChars: 300,
    voice: 'Emily.wav',
    refuses: (what, value) => {
      if (what === 'format') return literalError('response_format', "'wav', 'opus' or 'mp3'");
      if (what === 'voice') return detail(404, `Voice file '${value}' not found.`);
      return detail(400, 'Input should be less than or equal to 300 characters');
    },
  },
  'Orpheus-FastAPI': {
    base: '/v1',
    sends: 'wav',
    sampleRate: 24_000,
    voices: ['/v1/audio/voices', { status: 'ok', voices: ['tara', 'leah'] }],
    voice: 'tara',
    refuses: () => detail(400, 'Missing input text'),
  },
  'Kokoro-FastAPI': {
    base: '/v1',
    takes: ['mp3', 'wav', 'opus', 'flac', 'aac', 'pcm'],
    wav: 'streamed',
    sampleRate: 24_000,
    voice: 'af_heart',
    voices: ['/v1/audio/voices', { voices: [{ id: 'af_heart', name: 'af_heart' }] }],
    refuses: (_what, value) =>
      json(400, {
        detail: { error: 'validation_error', message: `${value} not found`, type: 'invalid_request_error' },
      }),
  },
  LocalAI: {
    base: '/v1',
    sends: 'wav',
    sampleRate: 22_050,
    model: 'voice-en-us-amy-low',
    refuses: (_what, value) => json(500, { error: { code: 500, message: `could not load model ${value}`, type: '' } }),
  },
  Speaches: {
    base: '/v1',
    takes: ['mp3', 'flac', 'wav', 'pcm'],
    sampleRate: 24_000,
    model: 'speaches-ai/Kokoro-82M-v1.0-ONNX',
    voice: 'af_heart',
    voices: ['/v1/audio/voices', [{ model_id: 'speaches-ai/Kokoro-82M-v1.0-ONNX', voice_id: 'af_heart', created: 1 }]],
    refuses: (what, value) => {
      if (what === 'model') return detail(404, `Model '${value}' is not installed locally. You can download it.`);
      return literalError(what === 'voice' ? 'voice' : 'response_format', "'mp3', 'flac', 'wav' or 'pcm'");
    },
  },
  'openai-edge-tts': {
    base: '/v1',
    sends: 'mp3',
    sampleRate: 24_000,
    needsKey: true,
    voice: 'en-US-AndrewNeural',
    voices: ['/v1/voices', { voices: [{ name: 'en-US-AndrewNeural', gender: 'Male', language: 'en-US' }] }],
    refuses: () => json(401, { error: 'Invalid API key' }),
  },
  'Fish Speech': {
    base: '/v1',
    takes: ['mp3', 'opus'],
    sampleRate: 44_100,
    voices: ['/v1/audio/voices', { items: [{ id: 'default' }] }],
    voice: 'default',
    refuses: (what, value) => openaiError(400, `Unsupported ${what === 'format' ? 'response_format' : what}: ${value}`),
  },
  'VibeVoice-FastAPI': {
    base: '/v1',
    takes: ['wav', 'flac', 'mp3'],
    wav: 'float',
    sampleRate: 24_000,
    maxChars: 200,
    voice: 'en-Alice_woman',
    voices: ['/v1/audio/voices', { voices: { 'en-Alice_woman': { path: 'voices/en-Alice_woman.wav' } } }],
    refuses: (what, value) =>
      what === 'length' ? json(413, { detail: 'Payload' }) : detail(400, `Unsupported ${what} ${value}`),
  },
  'index-tts-vllm': {
    base: '',
    sends: 'wav',
    wav: 'stereo',
    sampleRate: 24_000,
    voice: 'jay',
    voices: ['/audio/voices', { jay: ['assets/jay.wav'], ann: ['assets/ann.wav'] }],
    refuses: (_what, value) => json(404, { status: 'error', error: `Voice '${value}' not found` }),
  },
  'Higgs Audio vLLM': {
    base: '/v1',
    takes: ['wav', 'mp3', 'pcm'],
    wav: 'first-piece',
    sampleRate: 24_000,
    model: 'higgs-audio-v2-generation-3B-base',
    voices: ['/v1/audio/voices', { data: [{ id: 'belinda' }] }],
    voice: 'belinda',
    refuses: (what, value) =>
      json(404, { object: 'error', message: `The ${what} \`${value}\` does not exist.`, type: 'NotFoundError' }),
  },
  'a gateway with MP3 alone': {
    base: '/v1',
    takes: ['mp3'],
    sampleRate: 24_000,
    maxChars: 250,
    refuses: (what, value) =>
      what === 'length'
        ? openaiError(422, 'Input text exceeds the maximum length')
        : openaiError(400, `Only mp3 is supported, not ${value}`),
  },
  'a gateway with JSON': {
    base: '/v1',
    inJson: true,
    takes: ['flac'],
    sampleRate: 24_000,
    refuses: (_what, value) => detail(415, `Unsupported response_format ${value}`),
  },
};

/** A running server with habits. */
export interface CompatibleServer extends RunningServer {
  /** Bodies of the requests for speech. */
  readonly requests: readonly Readonly<Record<string, unknown>>[];
  /** Texts that were spoken. */
  readonly spoken: readonly string[];
}

/** Starts a server with habits. `before` may answer a request for speech instead, by its number from 0. */
export async function startCompatibleServer(
  habits: WireHabits,
  before: (request: number) => FakeResponse | undefined = () => undefined,
): Promise<CompatibleServer> {
  const requests: Readonly<Record<string, unknown>>[] = [];
  const spoken: string[] = [];
  const server = await startServer((request, text) => {
    if (request.url === `${habits.base}/models`) return json(200, { object: 'list', data: [{ id: habits.model }] });
    if (request.url === habits.voices?.[0]) return json(200, habits.voices?.[1]);
    if (request.url !== `${habits.base}/audio/speech`) return detail(404, 'Not Found');
    if (habits.needsKey === true && request.headers.authorization !== 'Bearer key') return habits.refuses('voice', '');
    const body = jsonBody(text);
    requests.push(body);
    const answer = before(requests.length - 1) ?? refusalOf(habits, body);
    if (answer) return answer;
    spoken.push(String(body['input']));
    return speech(habits, body);
  });
  return { ...server, requests, spoken };
}

function refusalOf(habits: WireHabits, body: Readonly<Record<string, unknown>>): FakeResponse | undefined {
  const [format, text, voice, model] = ['response_format', 'input', 'voice', 'model'].map((name) => String(body[name]));
  if (habits.model !== undefined && model !== habits.model) return habits.refuses('model', model ?? '');
  if (habits.takes && !habits.takes.includes(format ?? '')) return habits.refuses('format', format ?? '');
  if (habits.voice !== undefined && voice !== habits.voice) return habits.refuses('voice', voice ?? '');
  return (text ?? '').length > (habits.maxChars ?? Infinity) ? habits.refuses('length', text ?? '') : undefined;
}

const encoders: Readonly<Record<string, readonly string[]>> = {
  // With the header of an encoder that says what it added.
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3'],
  flac: ['-f', 'flac'],
  float: ['-c:a', 'pcm_f32le', '-f', 'wav'],
  stereo: ['-ac', '2', '-f', 'wav'],
};

function speech(habits: WireHabits, body: Readonly<Record<string, unknown>>): FakeResponse {
  const { sampleRate, sends = String(body['response_format']) } = habits;
  const samples = spokenSamples(String(body['input']), sampleRate);
  const audio = sends === 'wav' ? wavOf(samples, habits) : encodeSamples(samples, sampleRate, encoders[sends] ?? []);
  if (habits.inJson === true) return json(200, { id: 'speech-1', audio: { data: audio.toString('base64') } });
  return { headers: { 'content-type': 'application/octet-stream' }, body: audio };
}

function wavOf(samples: Int16Array, { wav, sampleRate }: WireHabits): Buffer {
  if (wav === 'float' || wav === 'stereo') return encodeSamples(samples, sampleRate, encoders[wav] ?? []);
  const whole = wavBytes(samples, sampleRate, { streamed: wav === 'streamed' });
  // The size of 0.68 seconds.
  if (wav === 'first-piece') whole.writeUInt32LE(Math.round(0.68 * sampleRate) * 2, 40);
  return whole;
}
