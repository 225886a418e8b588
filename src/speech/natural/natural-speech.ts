import type { Pcm } from '../../core/pcm.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import type { SpeechRequest, Voice, VoiceNature } from '../provider.ts';
import type { SpokenUtterance } from './engine/engine-protocol.ts';
import { engineVersion } from './engine/engine-version.ts';
import { kinds } from './kinds/kinds.ts';
import type { ModelOptions } from './running-model.ts';
import { plainModels, RunningModels } from './running-models.ts';
import { machineName, readSpeed } from './speed/model-speed.ts';
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
  /** Returns the BCP-47 codes of the languages of a voice, or undefined for a voice that is not one of these. */
  readonly languagesOf: (voice: string) => readonly string[] | undefined;
  /** Returns the voices for a list in one language, or in all for an empty one. */
  readonly listVoices: (language: string) => readonly Voice[];
  /** Returns everything but text, voice and language that shapes the sound, or undefined for a voice that is not one of these. */
  readonly identity: (voice: string) => string | undefined;
  /** Returns the name of a voice for a credit, or undefined for a voice that is not one of these. */
  readonly creditOf: (voice: string) => string | undefined;
  /** Returns what is known of how a voice makes its sound, or undefined. */
  readonly nature: (voice: string) => VoiceNature | undefined;
  /** Returns whether a voice speaks phonemes. */
  readonly readsIpa: (voice: string) => boolean;
  /** Returns how many seconds of speech a voice makes in a second on this machine, or undefined where it was not measured. */
  readonly speedOf: (voice: string) => Promise<number | undefined>;
  /** Returns the length of the texts that a voice speaks in one go, in code points, or undefined for a voice that is not one of these. */
  readonly utteranceTarget: (voice: string) => number | undefined;
  /** Begins to load what a voice needs for a language, by default its own. Its first text hears of a failure. */
  readonly warmUp: (voice: string, language?: string) => void;
  /** Returns the phonemes of a text, an utterance a line, or undefined for a voice that is given text. */
  readonly phonemes: (request: SpeechRequest) => Promise<string | undefined>;
  /** Returns complete audio, or undefined for a voice that is not one of these. Throws as `ModelEngine.speak`. */
  readonly speak: (request: SpeechRequest) => Promise<Pcm> | undefined;
}

/** Returns the natural voices that are installed. No engine is started before the first text. */
export async function openNaturalSpeech(options: NaturalOptions): Promise<NaturalSpeech> {
  const models = await installedModels(options.dataFolder);
  const version = await engineVersion();
  const running = new RunningModels(version, await plainModels(models, version), options);
  const voices = new Map(models.flatMap(voicesOf).map((voice) => [voice.id, voice]));
  const find = (id: string): NaturalVoice | undefined => voices.get(id) ?? mixedVoice(id, voices);
  const speakAs = async (voice: NaturalVoice, request: SpeechRequest): Promise<Pcm> =>
    await speakRequest(await running.of(voice), { ...request, voice }, options.onUtterance);
  return {
    hasVoices: voices.size > 0,
    pids: () => running.pids,
    bestVoice: (language) => bestVoice([...voices.values()], language)?.id,
    languagesOf: (id) => find(id)?.languages,
    listVoices: (language) => [...voices.values()].map((voice) => listedVoice(voice, language)),
    identity(id) {
      const voice = find(id);
      if (!voice) return undefined;
      return voiceIdentity(voice, version, {
        readsPhonemes: options.espeak !== undefined,
        isPlain: running.isPlain(voice.installed),
      });
    },
    creditOf: (id) => find(id)?.credit,
    nature: (id) => natureOf(find(id)),
    readsIpa: (id) => options.espeak !== undefined && isIpaVoice(find(id)),
    speedOf: async (id) => await measuredSpeed(find(id), version),
    utteranceTarget(id) {
      const voice = find(id);
      return voice && kinds[voice.installed.model.kind].utteranceLength(voice.languages[0] ?? '').target;
    },
    warmUp(id, language) {
      const voice = find(id);
      if (voice) warmUp(running.of(voice), voice, language).catch(() => undefined);
    },
    async phonemes(request) {
      const voice = find(request.voice);
      return voice && (await phonemesOf(await running.of(voice), { ...request, voice }));
    },
    speak(request) {
      const voice = find(request.voice);
      return voice && speakAs(voice, request);
    },
    [Symbol.asyncDispose]: async () => await running[Symbol.asyncDispose](),
  };
}

async function measuredSpeed(voice: NaturalVoice | undefined, version: string): Promise<number | undefined> {
  const speed = voice && (await readSpeed(voice.installed));
  return speed?.machine === machineName(version) ? speed.audioSecondsPerSecond : undefined;
}

function natureOf(voice: NaturalVoice | undefined): VoiceNature | undefined {
  return voice && kinds[voice.installed.model.kind].drawsLengthsFirst ? 'whole' : undefined;
}

function isIpaVoice(voice: NaturalVoice | undefined): boolean {
  if (!voice) return false;
  const { readsIpa } = kinds[voice.installed.model.kind];
  return voice.languages.some((language) => readsIpa?.(language));
}
