import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { sameLanguage } from '../../core/language.ts';
import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { installedModels } from '../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../voice-models/installed-models.ts';
import { lazily } from '../call/lazily.ts';
import type { SpeechRequest, Voice } from '../provider.ts';
import { engineVersion } from './engine/engine-version.ts';
import { ModelEngine } from './engine/model-engine.ts';
import { kinds } from './kinds/kinds.ts';
import type { OpenedModel } from './kinds/voice-kind.ts';
import { memoryBudget, settingWithin, usualSetting } from './speed/engine-setting.ts';
import type { EngineSetting } from './speed/engine-setting.ts';
import { machineName, readSpeed } from './speed/model-speed.ts';
import { measureSpeed } from './speed/measure-speed.ts';
import { modelMemory } from './speed/model-memory.ts';
import type { ModelSpeed } from './speed/model-speed.ts';
import { utterancesOf } from './utterances.ts';
import { bestVoice } from './voices/best-voice.ts';
import { listedVoice, voicesOf } from './voices/natural-voice.ts';
import type { NaturalVoice } from './voices/natural-voice.ts';

/** Options of `openNaturalSpeech`. */
export interface NaturalOptions {
  /** Folder of the installed models. */
  readonly dataFolder: string;
  /** Default: as measured on this machine, otherwise one call per processor. */
  readonly setting?: EngineSetting | undefined;
  /** Receives the time that the engine took for an utterance, in milliseconds. */
  readonly onUtterance?: ((computeMs: number) => void) | undefined;
  /** Receives what the engines write to standard error. */
  readonly onLog?: ((text: string) => void) | undefined;
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
  /** Returns complete audio, or undefined for a voice that is not one of these. Throws as `ModelEngine.speak`. */
  readonly speak: (request: SpeechRequest) => Promise<Pcm> | undefined;
}

/** A model with its engine. */
interface RunningModel {
  readonly engine: ModelEngine;
  readonly opened: OpenedModel;
}

/** Returns the natural voices that are installed. No engine is started before the first text. */
export async function openNaturalSpeech(options: NaturalOptions): Promise<NaturalSpeech> {
  const models = await installedModels(options.dataFolder);
  const version = await engineVersion();
  const running = new Map<string, () => Promise<RunningModel>>();
  const engines: ModelEngine[] = [];
  let isClosed = false;
  const modelOf = async (installed: InstalledModel): Promise<RunningModel> => {
    const { id } = installed.model;
    const start = running.get(id) ?? lazily(async () => await startModel(installed, version, options));
    running.set(id, start);
    const model = await start();
    if (!engines.includes(model.engine)) engines.push(model.engine);
    if (isClosed) await model.engine[Symbol.asyncDispose]();
    return model;
  };
  const voices = new Map(models.flatMap(voicesOf).map((voice) => [voice.id, voice]));
  const speakAs = async (voice: NaturalVoice, request: SpeechRequest): Promise<Pcm> =>
    await speakWith(await modelOf(voice.installed), { ...request, voice }, options);
  return {
    hasVoices: voices.size > 0,
    pids: () => engines.flatMap(({ pid }) => pid ?? []),
    bestVoice: (language) => bestVoice([...voices.values()], language)?.id,
    languagesOf: (id) => voices.get(id)?.languages,
    listVoices: (language) => [...voices.values()].map((voice) => listedVoice(voice, language)),
    identity: (id) => identityOf(voices.get(id)?.installed, version),
    speak(request) {
      const voice = voices.get(request.voice);
      return voice && speakAs(voice, request);
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all(engines.map((engine) => engine[Symbol.asyncDispose]()));
    },
  };
}

async function startModel(installed: InstalledModel, version: string, options: NaturalOptions): Promise<RunningModel> {
  const kind = kinds[installed.model.kind];
  const opened = await kind.open(installed);
  const speed = await speedHere(installed, version);
  const usual = options.setting ?? speed ?? usualSetting();
  const setting = settingWithin(usual, modelMemory(installed, speed), memoryBudget());
  const timeoutMs = (characters: number): number => utteranceTimeoutMs(characters, speed);
  const engine = new ModelEngine({ model: opened.engine, ...setting, timeoutMs, onLog: options.onLog });
  return { engine, opened };
}

/** Returns the speed of a model on this machine. One that was measured on another machine is measured again. */
async function speedHere(installed: InstalledModel, version: string): Promise<ModelSpeed | undefined> {
  const speed = await readSpeed(installed);
  if (!speed || speed.machine === machineName(version)) return speed;
  return await measureSpeed(installed, { signal: AbortSignal.timeout(remeasureMs) }).catch(() => undefined);
}

/** The run waits for it. */
const remeasureMs = 60_000;

/** Seconds of speech in a character, of a slow voice. */
const secondsPerCharacter = 0.09;
/** Time for the shortest text, and for a machine that is busy with something else. */
const spareMs = 30_000;
/** An unknown machine may need 15 seconds for a second of audio, as the slowest ones do for the largest model. */
const slowest = { audioSecondsPerSecond: 1 / 15, calls: 1 };

/** An engine that takes five times as long as it should hangs. */
function utteranceTimeoutMs(characters: number, speed: ModelSpeed | undefined): number {
  const { audioSecondsPerSecond, calls } = speed ?? slowest;
  const usualMs = (1000 * characters * secondsPerCharacter * calls) / audioSecondsPerSecond;
  return spareMs + (speed ? 5 : 1) * usualMs;
}

async function speakWith(
  { engine, opened }: RunningModel,
  { text, voice, language, signal }: Omit<SpeechRequest, 'voice'> & { readonly voice: NaturalVoice },
  { onUtterance }: NaturalOptions,
): Promise<Pcm> {
  const { installed, speaker } = voice;
  // Every utterance of the text listens to it.
  setMaxListeners(0, signal);
  const kind = kinds[installed.model.kind];
  // A British voice speaks British English, whatever the region of the book.
  const spoken = voice.languages.find((code) => sameLanguage(code, language)) ?? language;
  const speakOne = async (utterance: string): Promise<readonly Pcm[]> => {
    const prepared = await opened.prepare(utterance, spoken);
    if (prepared === '') return [];
    const request = { text: prepared, speaker, extra: opened.settings(spoken) };
    const { pcm, computeMs } = await engine.speak(request, signal);
    onUtterance?.(computeMs);
    return [pcm];
  };
  const parts = await Promise.all(utterancesOf(text, kind, spoken).map(speakOne));
  return joined(parts.flat(), kind.pauseMs, installed.model.sampleRate);
}

/** Text without a word is a moment of silence. */
const emptyMs = 200;

function joined(parts: readonly Pcm[], pauseMs: number, usualRate: number): Pcm {
  const sampleRate = parts[0]?.sampleRate ?? usualRate;
  const silence = (ms: number): Pcm => ({ samples: new Int16Array(Math.round((ms / 1000) * sampleRate)), sampleRate });
  if (parts.length === 0) return silence(emptyMs);
  return concatPcm(parts.flatMap((part, index) => (index === 0 ? [part] : [silence(pauseMs), part])));
}

function identityOf(installed: InstalledModel | undefined, version: string): string | undefined {
  if (!installed) return undefined;
  const { model } = installed;
  const files = createHash('sha256');
  for (const { path, sha256 } of model.files) files.update(`${path} ${sha256}\n`);
  const digest = files.digest('hex').slice(0, 16);
  return `${model.id} ${digest}, sherpa-onnx ${version}, text ${kinds[model.kind].version}`;
}
