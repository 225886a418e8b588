import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { sameLanguage } from '../../core/language.ts';
import { countProcessors } from '../../core/process/count-processors.ts';
import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../voice-models/installed-models.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';
import { spokenText, spokenTextVersion } from '../../text/spoken/spoken-text.ts';
import type { PauseStyle } from '../../text/spoken/clean/pauses.ts';
import { lazily } from '../call/lazily.ts';
import type { SpeechRequest, Voice } from '../provider.ts';
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
  /** Models that came along. An installed voice is used before one of the same name. Default: none. */
  readonly included?: readonly InstalledModel[] | undefined;
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
  /** Returns the best voice for a language among those that speak at least ten times as fast as they are heard, or undefined. */
  readonly fastVoice: (language: string) => Promise<string | undefined>;
  /** Returns the BCP-47 codes of the languages of a voice, or undefined for a voice that is not one of these. */
  readonly languagesOf: (voice: string) => readonly string[] | undefined;
  /** Returns the voices for a list in one language, or in all for an empty one. */
  readonly listVoices: (language: string) => readonly Voice[];
  /** Returns everything but text, voice and language that shapes the sound, or undefined for a voice that is not one of these. */
  readonly identity: (voice: string) => string | undefined;
  /** Returns whether a voice speaks phonemes. */
  readonly readsIpa: (voice: string) => boolean;
  /** As `SpeechProvider.speedOf`. */
  readonly speedOf: (voice: string) => Promise<number | undefined>;
  /** Returns complete audio, or undefined for a voice that is not one of these. Throws as `ModelEngine.speak`. */
  readonly speak: (request: SpeechRequest) => Promise<Pcm> | undefined;
}

/** Returns the natural voices that are installed. No engine is started before the first text. */
export async function openNaturalSpeech(options: NaturalOptions): Promise<NaturalSpeech> {
  const models = [...(options.included ?? []), ...(await installedModels(options.dataFolder))];
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
    identity: (id) => identityOf(find(id)?.installed, version, options),
    readsIpa: (id) => options.readWords !== undefined && isIpaVoice(find(id)),
    async fastVoice(language) {
      const speeds = await Promise.all(models.map(async (model) => [model, await speedOf(model, version)] as const));
      const fast = new Set(speeds.flatMap(([model, speed]) => (speed < fastSpeed ? [] : model)));
      return bestVoice(
        [...voices.values()].filter(({ installed }) => fast.has(installed)),
        language,
      )?.id;
    },
    async speedOf(id) {
      const voice = find(id);
      return voice && (await speedOf(voice.installed, version));
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
  {
    text,
    parts = [{ text }],
    voice,
    language,
    speed = 1,
    signal,
  }: Omit<SpeechRequest, 'voice'> & { readonly voice: NaturalVoice },
  { onUtterance }: NaturalOptions,
): Promise<Pcm> {
  const { installed, speaker } = voice;
  // Every utterance of the text listens to it.
  setMaxListeners(0, signal);
  const kind = kinds[installed.model.kind];
  // A British voice speaks British English, whatever the region of the book.
  const spoken = voice.languages.find((code) => sameLanguage(code, language)) ?? language;
  const speakOne = async (prepared: string): Promise<Pcm> => {
    const request = { text: prepared, speaker, speed: (kind.speed ?? 1) * speed, extra: opened.settings(spoken) };
    const { pcm, computeMs } = await engine.speak(request, signal);
    onUtterance?.(computeMs);
    return pcm;
  };
  const speakUtterance = async (utterance: readonly SpokenPart[]): Promise<readonly Pcm[]> => {
    const phonemes = await opened.prepareParts?.(utterance, spoken, signal);
    // Marks that only phonemes can show are pauses in text.
    const prepared = phonemes ?? [await opened.prepare(spokenText(textOf(utterance), spoken), spoken)];
    return await Promise.all(prepared.filter((call) => call !== '').map(speakOne));
  };
  const style = kind.readsIpa?.(spoken) ? 'marks' : 'plain';
  const read = parts.map((part) => (part.ipa === undefined ? { text: inWords(part.text, spoken, style) } : part));
  const utterances = partsIn(read, utterancesOf(textOf(read), kind, spoken));
  const pieces = await Promise.all(utterances.map(speakUtterance));
  return joined(pieces.flat(), kind.pauseMs, installed.model.sampleRate);
}

/** Returns a text in words. The spaces at its edges are those between the parts of a text. */
function inWords(text: string, language: string, pauses: PauseStyle): string {
  const [start, end] = [/^\s/u, /\s$/u].map((edge) => (edge.test(text) ? ' ' : ''));
  return `${start}${spokenText(text, language, { pauses })}${end}`;
}

/** Text without a word is a moment of silence. */
const emptyMs = 200;

function joined(parts: readonly Pcm[], pauseMs: number, usualRate: number): Pcm {
  const sampleRate = parts[0]?.sampleRate ?? usualRate;
  const silence = (ms: number): Pcm => ({ samples: new Int16Array(Math.round((ms / 1000) * sampleRate)), sampleRate });
  if (parts.length === 0) return silence(emptyMs);
  return concatPcm(parts.flatMap((part, index) => (index === 0 ? [part] : [silence(pauseMs), part])));
}

/** An hour of speech in six minutes, in seconds of speech for each second: a book of ten hours is made in one. */
const fastSpeed = 10;

/** Returns seconds of speech for each second: as measured on this machine, otherwise as on those where the kind was measured. */
async function speedOf(installed: InstalledModel, version: string): Promise<number> {
  const speed = await readSpeed(installed);
  if (speed?.machine === machineName(version)) return speed.audioSecondsPerSecond;
  return kinds[installed.model.kind].usualSpeed * countProcessors();
}

function isIpaVoice(voice: NaturalVoice | undefined): boolean {
  if (!voice) return false;
  const { readsIpa } = kinds[voice.installed.model.kind];
  return voice.languages.some((language) => readsIpa?.(language));
}

function identityOf(
  installed: InstalledModel | undefined,
  version: string,
  { readWords }: NaturalOptions,
): string | undefined {
  if (!installed) return undefined;
  const { model } = installed;
  const files = createHash('sha256');
  for (const { path, sha256 } of model.files) files.update(`${path} ${sha256}\n`);
  const digest = files.digest('hex').slice(0, 16);
  const kind = kinds[model.kind];
  const phonemes = kind.readsIpa && readWords ? ', phonemes' : '';
  return `${model.id} ${digest}, sherpa-onnx ${version}, text ${spokenTextVersion}.${kind.version}${phonemes}`;
}
