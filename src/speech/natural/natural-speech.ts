import type { Pcm } from '../../core/pcm.ts';
import { countProcessors } from '../../core/process/count-processors.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../voice-models/installed-models.ts';
import type { SpeechRequest, Voice, VoiceFacts } from '../provider.ts';
import type { SpokenUtterance } from './engine/engine-protocol.ts';
import { engineVersion } from './engine/engine-version.ts';
import { kinds } from './kinds/kinds.ts';
import type { ModelOptions } from './running-model.ts';
import { plainModels, RunningModels } from './running-models.ts';
import { speedOnThisMachine } from './speed/model-speed.ts';
import { phonemesOf, speakRequest, warmUp } from './speak-request.ts';
import { bestVoice } from './voices/best-voice.ts';
import { listedVoice, voicesOf } from './voices/natural-voice.ts';
import type { NaturalVoice } from './voices/natural-voice.ts';
import { voiceIdentity } from './voices/voice-identity.ts';
import { mixedVoice } from './voices/voice-mix.ts';

/** Options of `openNaturalSpeech`. */
export interface NaturalOptions extends ModelOptions {
  /** Folder of the installed models. */
  readonly dataFolder: string;
  /** Models that came along. An installed voice is used before one of the same name. Default: none. */
  readonly included?: readonly InstalledModel[] | undefined;
  /** Receives each utterance as the engine has spoken it. */
  readonly onUtterance?: ((spoken: SpokenUtterance) => void) | undefined;
}

/** The natural voices of the installed models, by the names of the voices. Disposing ends the engines. */
export interface NaturalSpeech extends AsyncDisposable {
  readonly hasVoices: boolean;
  /** Process ids of the running engines. */
  readonly pids: () => readonly number[];
  /** Returns the best voice for a language, or undefined when none speaks it. */
  readonly bestVoice: (language: string) => string | undefined;
  /** Returns the best voice for a language among those that speak at least ten times as fast as they are heard, or undefined. */
  readonly fastVoice: (language: string) => Promise<string | undefined>;
  /** Returns the BCP-47 codes of the languages of a voice, or undefined for a voice that is not one of these. */
  readonly languagesOf: (voice: string) => readonly string[] | undefined;
  /** Returns the voices for a list in one language, or in all for an empty one. */
  readonly listVoices: (language: string) => readonly Voice[];
  /** Returns everything but text, voice and language that shapes the sound, or undefined for a voice that is not one of these. */
  readonly identity: (voice: string) => string | undefined;
  /** Returns what is known of a voice, or undefined for a voice that is not one of these. */
  readonly facts: (voice: string) => VoiceFacts | undefined;
  /** As `SpeechProvider.speedOf`. */
  readonly speedOf: (voice: string) => Promise<number | undefined>;
  /** Begins to load what a voice needs for a language, by default its own. Its first text hears of a failure. */
  readonly warmUp: (voice: string, language?: string) => void;
  /** Returns the phonemes of a text, an utterance a line, or undefined for a voice that is given text. */
  readonly phonemes: (request: SpeechRequest) => Promise<string | undefined>;
  /** Returns complete audio, or undefined for a voice that is not one of these. Throws as `ModelEngine.speak`. */
  readonly speak: (request: SpeechRequest) => Promise<Pcm> | undefined;
}

/** Returns the natural voices that are installed. No engine is started before the first text. */
export async function openNaturalSpeech(options: NaturalOptions): Promise<NaturalSpeech> {
  const models = [...(options.included ?? []), ...(await installedModels(options.dataFolder))];
  const version = await engineVersion();
  const running = new RunningModels(version, await plainModels(models, version), options);
  const voices = new Map(models.flatMap(voicesOf).map((voice) => [voice.id, voice]));
  const find = (id: string): NaturalVoice | undefined => voices.get(id) ?? mixedVoice(id, voices);
  const of = <T>(id: string, use: (voice: NaturalVoice) => T): T | undefined => {
    const voice = find(id);
    return voice && use(voice);
  };
  const speakAs = async (voice: NaturalVoice, request: SpeechRequest): Promise<Pcm> =>
    await speakRequest(await running.of(voice), { ...request, voice }, options.onUtterance);
  return {
    hasVoices: voices.size > 0,
    pids: () => running.pids,
    bestVoice: (language) => bestVoice([...voices.values()], language)?.id,
    languagesOf: (id) => find(id)?.languages,
    listVoices: (language) => [...voices.values()].map((voice) => listedVoice(voice, language)),
    identity: (id) =>
      of(id, (voice) => {
        const isPlain = running.isPlain(voice.installed);
        return voiceIdentity(voice, version, { readsPhonemes: options.espeak !== undefined, isPlain });
      }),
    facts: (id) => of(id, (voice) => factsOf(voice, { readsPhonemes: options.espeak !== undefined })),
    async fastVoice(language) {
      const speeds = await Promise.all(models.map(async (model) => [model, await speedOf(model, version)] as const));
      const fast = new Set(speeds.flatMap(([model, speed]) => (speed < fastSpeed ? [] : model)));
      const candidates = [...voices.values()].filter(({ installed }) => fast.has(installed));
      return bestVoice(candidates, language)?.id;
    },
    speedOf: async (id) => await of(id, async ({ installed }) => await speedOf(installed, version)),
    warmUp(id, language) {
      of(id, (voice) => void warmUp(running.of(voice), voice, language).catch(() => undefined));
    },
    phonemes: async (request) =>
      await of(request.voice, async (voice) => await phonemesOf(await running.of(voice), { ...request, voice })),
    speak: (request) => of(request.voice, async (voice) => await speakAs(voice, request)),
    [Symbol.asyncDispose]: async () => await running[Symbol.asyncDispose](),
  };
}

/** An hour of speech in six minutes, in seconds of speech for each second: a book of ten hours is made in one. */
const fastSpeed = 10;

/** Returns seconds of speech for each second: as measured on this machine, otherwise as on those where the kind was measured. */
async function speedOf(installed: InstalledModel, version: string): Promise<number> {
  const measured = await speedOnThisMachine(installed, version);
  return measured?.audioSecondsPerSecond ?? kinds[installed.model.kind].usualSpeed * countProcessors();
}

function factsOf(
  { installed, languages, credit }: NaturalVoice,
  { readsPhonemes }: { readonly readsPhonemes: boolean },
): VoiceFacts {
  const kind = kinds[installed.model.kind];
  return {
    nature: kind.drawsLengthsFirst ? 'whole' : 'same',
    credit,
    readsIpa: readsPhonemes && languages.some((language) => kind.readsIpa?.(language)),
    shortTarget: kind.utteranceLength(languages[0] ?? '').target,
  };
}
