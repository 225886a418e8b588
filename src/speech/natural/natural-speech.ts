import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { sameLanguage } from '../../core/language.ts';
import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../voice-models/installed-models.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';
import { spokenText, spokenTextVersion } from '../../text/spoken/spoken-text.ts';
import type { PauseStyle } from '../../text/spoken/clean/pauses.ts';
import { lazily } from '../call/lazily.ts';
import { sampleWord } from '../call/sample-word.ts';
import type { SpeechRequest, Voice } from '../provider.ts';
import type { SpokenUtterance } from './engine/engine-protocol.ts';
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
  /** Returns whether a voice speaks phonemes. */
  readonly readsIpa: (voice: string) => boolean;
  /** Returns how many seconds of speech a voice makes in a second on this machine, or undefined where it was not measured. */
  readonly speedOf: (voice: string) => Promise<number | undefined>;
  /** Returns the length of the texts that a voice speaks in one go, in code points, or undefined for a voice that is not one of these. */
  readonly utteranceTarget: (voice: string) => number | undefined;
  /** Begins to load what a voice needs for a language, by default its own. Its first text hears of a failure. */
  readonly warmUp: (voice: string, language?: string) => void;
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
    identity: (id) => identityOf(find(id)?.installed, version, options),
    readsIpa: (id) => options.readWords !== undefined && isIpaVoice(find(id)),
    speedOf: async (id) => await measuredSpeed(find(id), version),
    utteranceTarget(id) {
      const voice = find(id);
      return voice && kinds[voice.installed.model.kind].utteranceLength(voice.languages[0] ?? '').target;
    },
    warmUp(id, language) {
      const voice = find(id);
      if (voice) warmUp(modelOf(voice), readLanguage(voice, language)).catch(() => undefined);
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

/** Starts the engine, and reads the lexicon for a word. */
async function warmUp(starting: Promise<RunningModel>, language: string): Promise<void> {
  const { engine, opened } = await starting;
  engine.start();
  await opened.prepareParts?.([{ text: sampleWord(language) }], language, new AbortController().signal);
}

/** Returns the language that a voice reads a text in: a British voice speaks British English, whatever the region of the book. */
function readLanguage({ languages }: NaturalVoice, language = languages[0] ?? ''): string {
  return languages.find((code) => sameLanguage(code, language)) ?? language;
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
  const spoken = readLanguage(voice, language);
  const speakOne = async (prepared: string): Promise<Pcm> => {
    const request = { text: prepared, speaker, speed: (kind.speed ?? 1) * speed, extra: opened.settings(spoken) };
    const utterance = await engine.speak(request, signal);
    onUtterance?.(utterance);
    return utterance.pcm;
  };
  const prepare = async (utterance: readonly SpokenPart[]): Promise<readonly string[]> => {
    const phonemes = await opened.prepareParts?.(utterance, spoken, signal);
    // Marks that only phonemes can show are pauses in text.
    return phonemes ?? [await opened.prepare(spokenText(textOf(utterance), spoken), spoken)];
  };
  const style = kind.readsIpa?.(spoken) ? 'marks' : 'plain';
  const read = parts.map((part) => (part.ipa === undefined ? { text: inWords(part.text, spoken, style) } : part));
  const utterances = partsIn(read, utterancesOf(textOf(read), kind, spoken));
  const calls = (await Promise.all(utterances.map(prepare))).flat().filter((call) => call !== '');
  return joined(await longestFirst(calls, speakOne), kind.pauseMs, installed.model.sampleRate);
}

/** Speaks the longest call first, so that none of them is left alone with the engine at the end. Returns all in their order. */
async function longestFirst(calls: readonly string[], speak: (call: string) => Promise<Pcm>): Promise<readonly Pcm[]> {
  const spoken: Promise<Pcm>[] = [];
  const order = [...calls.keys()].toSorted((one, other) => (calls[other]?.length ?? 0) - (calls[one]?.length ?? 0));
  for (const place of order) spoken[place] = speak(calls[place] ?? '');
  return await Promise.all(spoken);
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

async function measuredSpeed(voice: NaturalVoice | undefined, version: string): Promise<number | undefined> {
  const speed = voice && (await readSpeed(voice.installed));
  return speed?.machine === machineName(version) ? speed.audioSecondsPerSecond : undefined;
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
