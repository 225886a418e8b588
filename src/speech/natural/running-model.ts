import path from 'node:path';
import { madeFolder } from '../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../voice-models/installed-models.ts';
import type { EngineModel } from './engine/engine-protocol.ts';
import { ModelEngine } from './engine/model-engine.ts';
import { kinds } from './kinds/kinds.ts';
import type { OpenedModel } from './kinds/voice-kind.ts';
import type { EspeakReader } from './phonemes/espeak-reader.ts';
import { memoryBudget, settingWithin, usualSetting } from './speed/engine-setting.ts';
import type { EngineSetting } from './speed/engine-setting.ts';
import { hasIntegers, plainModel } from './speed/plain-model.ts';
import { measureSpeed } from './speed/measure-speed.ts';
import { modelMemory } from './speed/model-memory.ts';
import { machineName, readSpeed } from './speed/model-speed.ts';
import type { ModelSpeed } from './speed/model-speed.ts';
import type { NaturalVoice } from './voices/natural-voice.ts';
import { writeMix } from './voices/voice-mix.ts';

/** Options for running a model. */
export interface ModelOptions {
  /** Default: as measured on this machine, otherwise one call per processor. */
  readonly setting?: EngineSetting | undefined;
  /** Reads texts with espeak-ng, for models that are given phonemes. Default: they are given text. */
  readonly espeak?: EspeakReader | undefined;
  /** Receives what the engine writes to standard error. */
  readonly onLog?: ((text: string) => void) | undefined;
}

/** A model with its engine. Disposing ends the engine. */
export interface RunningModel extends AsyncDisposable {
  readonly engine: ModelEngine;
  readonly opened: OpenedModel;
  /** Whether it computes with floats in place of its integers. */
  readonly isPlain: boolean;
}

/**
 * Prepares the model of a voice, as fast as it was measured and with no more calls than the memory holds. The process is
 * started with the first utterance. `version` is that of the engine.
 */
export async function startModel(
  { installed, mix }: NaturalVoice,
  version: string,
  options: ModelOptions,
): Promise<RunningModel> {
  const { model, folder } = installed;
  const mixed = mix && (await writeMix(path.join(folder, 'voices.bin'), mix, model.speakers.length));
  const { espeak } = options;
  const opened = await kinds[model.kind].open(installed, { voicesFile: mixed?.path, espeak });
  const speed = await speedHere(installed, opened.engine, version);
  const plain = speed?.isPlain ? await plainModel(opened.engine, installed, madeFolder(installed)) : undefined;
  const usual = options.setting ?? speed ?? usualSetting();
  const setting = settingWithin(usual, modelMemory(installed, speed), memoryBudget());
  const timeoutMs = (characters: number): number => utteranceTimeoutMs(characters, speed);
  const engine = new ModelEngine({ model: plain ?? opened.engine, ...setting, timeoutMs, onLog: options.onLog });
  return {
    engine,
    opened,
    isPlain: plain !== undefined,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await mixed?.[Symbol.asyncDispose]();
    },
  };
}

/**
 * Returns the speed of a model on this machine. One that was measured on another machine is measured again; one that was never measured, as
 * it came along with the program, only where integers or floats are to be chosen, with the usual setting.
 */
async function speedHere(
  installed: InstalledModel,
  engine: EngineModel,
  version: string,
): Promise<ModelSpeed | undefined> {
  const speed = await readSpeed(installed);
  if (speed?.machine === machineName(version)) return speed;
  if (!speed && !(await hasIntegers(engine))) return undefined;
  const settings = speed ? undefined : [usualSetting()];
  return await measureSpeed(installed, { signal: AbortSignal.timeout(remeasureMs), settings }).catch(() => undefined);
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
