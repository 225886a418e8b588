import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { sameLanguage } from '../../core/language.ts';
import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { trimSilence } from '../../core/trim-silence.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';
import { spokenText, spokenTextVersion } from '../../text/spoken/spoken-text.ts';
import type { PauseStyle } from '../../text/spoken/clean/pauses.ts';
import { pauseInsideMs } from '../../text/pause-after-ms.ts';
import { lazily } from '../call/lazily.ts';
import type { SpeechRequest, Voice, VoiceNature } from '../provider.ts';
import { engineVersion } from './engine/engine-version.ts';
import { kinds } from './kinds/kinds.ts';
import { startModel } from './running-model.ts';
import type { ModelOptions, RunningModel } from './running-model.ts';
import { machineName, readSpeed } from './speed/model-speed.ts';
import { partsIn, utterancesOf } from './utterances.ts';
import { bestVoice } from './voices/best-voice.ts';
import { listedVoice, voicesOf } from './voices/natural-voice.ts';
import type { NaturalVoice } from './voices/natural-voice.ts';
import { mixedVoice } from './voices/voice-mix.ts';

/** Options of `openNaturalSpeech`. */
export interface NaturalOptions extends ModelOptions {
  /** Folder of the installed models. */
  readonly dataFolder: string;
  /** Receives the time that the engine took for an utterance, in milliseconds. */
  readonly onUtterance?: ((computeMs: number) => void) | undefined;
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
  /** Returns the phonemes of a text, an utterance a line, or undefined for a voice that is given text. */
  readonly phonemes: (request: SpeechRequest) => Promise<string | undefined>;
  /** Returns complete audio, or undefined for a voice that is not one of these. Throws as `ModelEngine.speak`. */
  readonly speak: (request: SpeechRequest) => Promise<Pcm> | undefined;
}

/** Returns the natural voices that are installed. No engine is started before the first text. */
export async function openNaturalSpeech(options: NaturalOptions): Promise<NaturalSpeech> {
  const models = await installedModels(options.dataFolder);
  const version = await engineVersion();
  const running = new Map<string, () => Promise<RunningModel>>();
  const started = new Set<RunningModel>();
  let isClosed = false;
  const modelOf = async (voice: NaturalVoice): Promise<RunningModel> => {
    const key = voice.mix ? voice.id : voice.installed.model.id;
    const start = running.get(key) ?? lazily(async () => await startModel(voice, version, options));
    running.set(key, start);
    const model = await start();
    started.add(model);
    if (isClosed) await model[Symbol.asyncDispose]();
    return model;
  };
  const voices = new Map(models.flatMap(voicesOf).map((voice) => [voice.id, voice]));
  const find = (id: string): NaturalVoice | undefined => voices.get(id) ?? mixedVoice(id, voices);
  const speakAs = async (voice: NaturalVoice, request: SpeechRequest): Promise<Pcm> =>
    await speakWith(await modelOf(voice), { ...request, voice }, options);
  return {
    hasVoices: voices.size > 0,
    pids: () => [...started].flatMap(({ engine }) => engine.pid ?? []),
    bestVoice: (language) => bestVoice([...voices.values()], language)?.id,
    languagesOf: (id) => find(id)?.languages,
    listVoices: (language) => [...voices.values()].map((voice) => listedVoice(voice, language)),
    identity: (id) => identityOf(find(id), version, options),
    creditOf: (id) => find(id)?.credit,
    nature: (id) => natureOf(find(id)),
    readsIpa: (id) => options.espeak !== undefined && isIpaVoice(find(id)),
    speedOf: async (id) => await measuredSpeed(find(id), version),
    async phonemes(request) {
      const voice = find(request.voice);
      return voice && (await phonemesOf(await modelOf(voice), { ...request, voice }));
    },
    speak(request) {
      const voice = find(request.voice);
      return voice && speakAs(voice, request);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all([...started].map((model) => model[Symbol.asyncDispose]()));
    },
  };
}

async function speakWith(
  { engine, opened }: RunningModel,
  { speed = 1, signal, ...request }: VoiceRequest,
  { onUtterance }: NaturalOptions,
): Promise<Pcm> {
  const { installed, speaker, gainDb } = request.voice;
  // Every utterance of the text listens to it.
  setMaxListeners(0, signal);
  const kind = kinds[installed.model.kind];
  const spoken = spokenLanguage(request);
  const speakOne = async (prepared: string): Promise<Pcm> => {
    const pace = (kind.speed ?? 1) * speed;
    const utterance = { text: prepared, speaker, speed: pace, gainDb, extra: opened.settings(spoken) };
    const { pcm, computeMs } = await engine.speak(utterance, signal);
    onUtterance?.(computeMs);
    return pcm;
  };
  const speakUtterance = async (utterance: readonly SpokenPart[]): Promise<readonly Spoken[]> => {
    const phonemes = await opened.phonemes?.read(utterance, spoken, signal);
    // Marks that only phonemes can show are pauses in text.
    const prepared =
      phonemes === undefined
        ? [await opened.prepare(spokenText(textOf(utterance), spoken), spoken)]
        : (opened.phonemes?.calls(phonemes) ?? []);
    const pieces = await Promise.all(prepared.filter((call) => call !== '').map(speakOne));
    const pauseMs = pauseInsideMs(textOf(utterance).trimEnd(), kind.pauses);
    // A text beyond the limit of a call is cut at marks.
    return pieces.map((pcm, index) => ({ pcm, pauseMs: index < pieces.length - 1 ? kind.pauses.clause : pauseMs }));
  };
  const pieces = await Promise.all(utterancesIn(request).map(speakUtterance));
  return joined(pieces.flat(), installed.model.sampleRate);
}

/** Returns the phonemes of each utterance on a line, or undefined when the model is given text. */
async function phonemesOf({ opened }: RunningModel, request: VoiceRequest): Promise<string | undefined> {
  const spoken = spokenLanguage(request);
  const lines: string[] = [];
  for (const utterance of utterancesIn(request)) {
    const phonemes = await opened.phonemes?.read(utterance, spoken, request.signal);
    if (phonemes === undefined) return undefined;
    lines.push(phonemes);
  }
  return lines.join('\n');
}

/** A request to a voice that was found. */
interface VoiceRequest extends Omit<SpeechRequest, 'voice'> {
  readonly voice: NaturalVoice;
}

/** A British voice speaks British English, whatever the region of the book. */
function spokenLanguage({ voice, language }: Pick<VoiceRequest, 'voice' | 'language'>): string {
  return voice.languages.find((code) => sameLanguage(code, language)) ?? language;
}

/** Returns the parts of each utterance of a text in words. */
function utterancesIn(request: Omit<VoiceRequest, 'signal'>): readonly (readonly SpokenPart[])[] {
  const { text, parts = [{ text }], voice } = request;
  const kind = kinds[voice.installed.model.kind];
  const spoken = spokenLanguage(request);
  const style = kind.readsIpa?.(spoken) ? 'marks' : 'plain';
  const read = parts.map((part) => (part.ipa === undefined ? { text: inWords(part.text, spoken, style) } : part));
  const whole =
    kind.endMark !== undefined && /[\p{L}\p{N}]$/u.test(textOf(read)) ? [...read, { text: kind.endMark }] : read;
  return partsIn(whole, utterancesOf(textOf(whole), kind, spoken));
}

/** Returns a text in words. The spaces at its edges are those between the parts of a text. */
function inWords(text: string, language: string, pauses: PauseStyle): string {
  const [start, end] = [/^\s/u, /\s$/u].map((edge) => (edge.test(text) ? ' ' : ''));
  return `${start}${spokenText(text, language, { pauses })}${end}`;
}

/** Text without a word is a moment of silence. */
const emptyMs = 200;

/** The sound of a call, and the silence after it where another one follows, in milliseconds. */
interface Spoken {
  readonly pcm: Pcm;
  readonly pauseMs: number;
}

/** Joins the sound of calls. A voice is silent for up to 0.8 s around a call, longer than at any mark inside one. */
function joined(parts: readonly Spoken[], usualRate: number): Pcm {
  const sampleRate = parts[0]?.pcm.sampleRate ?? usualRate;
  const silence = (ms: number): Pcm => ({ samples: new Int16Array(Math.round((ms / 1000) * sampleRate)), sampleRate });
  if (parts.length === 0) return silence(emptyMs);
  const last = parts.length - 1;
  const sound = parts.map(({ pcm }, index) => withoutSilence(pcm, { before: index > 0, after: index < last }));
  return concatPcm(sound.flatMap((pcm, at) => (at < last ? [pcm, silence(parts[at]?.pauseMs ?? 0)] : [pcm])));
}

/** Removes the silence before or after a voice. */
function withoutSilence(pcm: Pcm, { before, after }: { readonly before: boolean; readonly after: boolean }): Pcm {
  const { samples } = trimSilence(pcm);
  const start = (samples.byteOffset - pcm.samples.byteOffset) / samples.BYTES_PER_ELEMENT;
  const end = after ? start + samples.length : pcm.samples.length;
  return { ...pcm, samples: pcm.samples.subarray(before ? start : 0, end) };
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

function identityOf(voice: NaturalVoice | undefined, version: string, { espeak }: NaturalOptions): string | undefined {
  if (!voice) return undefined;
  const { installed, gainDb } = voice;
  const { model } = installed;
  const files = createHash('sha256');
  for (const { path, sha256 } of model.files) files.update(`${path} ${sha256}\n`);
  const digest = files.digest('hex').slice(0, 16);
  const kind = kinds[model.kind];
  const phonemes = kind.readsIpa && espeak ? ', phonemes' : '';
  const gain = gainDb === 0 ? '' : `, gain ${gainDb}`;
  return `${model.id} ${digest}, sherpa-onnx ${version}, text ${spokenTextVersion}.${kind.version}${phonemes}${gain}`;
}
