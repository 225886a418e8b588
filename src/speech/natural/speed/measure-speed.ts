import { pcmSeconds } from '../../../core/pcm.ts';
import { madeFolder } from '../../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import { engineVersion } from '../engine/engine-version.ts';
import type { EngineModel, SpokenUtterance, Utterance } from '../engine/engine-protocol.ts';
import { ModelEngine } from '../engine/model-engine.ts';
import { kinds } from '../kinds/kinds.ts';
import type { OpenedModel } from '../kinds/voice-kind.ts';
import { memoryBudget, settingsToMeasure, settingWithin } from './engine-setting.ts';
import type { EngineSetting } from './engine-setting.ts';
import { isSameKind, machineName, readSpeed, writeSpeed } from './model-speed.ts';
import type { ModelSpeed } from './model-speed.ts';
import { modelMemory } from './model-memory.ts';
import { plainModel, removePlainModel } from './plain-model.ts';

/** Options of `measureSpeed`. */
export interface MeasureOptions {
  readonly signal: AbortSignal;
  /** Settings to try, the usual best one first. Default: those of this machine. */
  readonly settings?: readonly EngineSetting[] | undefined;
  /** Called after each setting with what was measured. */
  readonly onMeasured?: ((speed: ModelSpeed) => void) | undefined;
}

/** About six seconds of speech: long enough for the usual work, short enough for a slow machine. */
const text = 'The lamp went out, and for a while there was nothing but the sound of the rain on the roof.';

/** Less may be chance; then the usual setting is kept. */
const clearlyFaster = 1.03;

/** A setting is measured for at least this long, in milliseconds. */
const roundMs = 1500;
/** After this time, no further setting is begun. */
const enoughMs = 45_000;
/** A model that takes longer to speak the text is not worth waiting for. */
const longestMs = 300_000;

/**
 * Measures which setting of the engine speaks the most on this machine, with the integers of the model or with floats in their place, keeps
 * the result beside the model and returns it. What was decided about floats is kept for the same kind of processor: they sound different.
 * Takes a few seconds, on a slow machine up to a few minutes. Throws as `ModelEngine.speak` does when the model cannot speak.
 */
export async function measureSpeed(installed: InstalledModel, options: MeasureOptions): Promise<ModelSpeed> {
  const machine = machineName(await engineVersion());
  const opened = await kinds[installed.model.kind].open(installed);
  const before = await readSpeed(installed);
  const isDecided = before !== undefined && isSameKind(before.machine, machine);
  const plain = isDecided && !before.isPlain ? undefined : await plainEngine(installed, opened.engine);
  const best =
    plain && isDecided
      ? { ...(await fastestSetting(installed, { opened, model: plain, machine }, options)), isPlain: true }
      : await fastestGraph(installed, { opened, model: opened.engine, machine }, { ...options, plain });
  await writeSpeed(installed, best);
  return best;
}

/** Returns the model with floats, or undefined where it has no integers or cannot be written. */
async function plainEngine(installed: InstalledModel, engine: EngineModel): Promise<EngineModel | undefined> {
  return await plainModel(engine, installed, madeFolder(installed)).catch(() => undefined);
}

/** What is measured, and where. */
interface Measured {
  readonly opened: OpenedModel;
  readonly model: EngineModel;
  readonly machine: string;
}

/** Returns the speed of the fastest setting with integers, or with floats where they are faster with it. */
async function fastestGraph(
  installed: InstalledModel,
  measured: Measured,
  { plain, ...options }: MeasureOptions & { readonly plain: EngineModel | undefined },
): Promise<ModelSpeed> {
  const best = await fastestSetting(installed, measured, options);
  if (!plain) return best;
  const withFloats = await measureSetting({ ...measured, model: plain }, best, options.signal);
  if (isFaster(withFloats, best)) return { ...withFloats, isPlain: true };
  await removePlainModel(plain);
  return best;
}

async function fastestSetting(
  installed: InstalledModel,
  measured: Measured,
  { signal, settings = settingsToMeasure(), onMeasured }: MeasureOptions,
): Promise<ModelSpeed> {
  const budget = memoryBudget();
  const started = performance.now();
  let best: ModelSpeed | undefined;
  for (const setting of distinct(settings.map((one) => settingWithin(one, modelMemory(installed), budget)))) {
    if (best && performance.now() - started > enoughMs) break;
    const speed = await measureSetting(measured, setting, signal);
    onMeasured?.(speed);
    if (!best || isFaster(speed, best)) best = speed;
  }
  if (!best) throw new RangeError('No setting to measure.');
  return best;
}

function isFaster(one: ModelSpeed, other: ModelSpeed): boolean {
  return one.audioSecondsPerSecond > other.audioSecondsPerSecond * clearlyFaster;
}

async function measureSetting(
  { opened, model, machine }: Measured,
  { calls, threads }: EngineSetting,
  signal: AbortSignal,
): Promise<ModelSpeed> {
  await using engine = new ModelEngine({ model, calls, threads, timeoutMs: () => longestMs });
  const utterance: Utterance = { text: await opened.prepare(text, 'en'), speaker: 0, extra: opened.settings('en') };
  const round = async (): Promise<readonly SpokenUtterance[]> =>
    await Promise.all(Array.from({ length: calls }, () => engine.speak(utterance, signal)));
  // The first one loads the model and fills its memory.
  await engine.speak({ ...utterance, text: 'One.' }, signal);
  const started = performance.now();
  const spoken: SpokenUtterance[] = [];
  while (spoken.length === 0 || performance.now() - started < roundMs) spoken.push(...(await round()));
  const seconds = (performance.now() - started) / 1000;
  const audioSeconds = spoken.reduce((sum, { pcm }) => sum + pcmSeconds(pcm), 0);
  const memoryBytes = Math.max(...spoken.map((one) => one.memoryBytes));
  return { calls, threads, audioSecondsPerSecond: audioSeconds / seconds, memoryBytes, machine };
}

function distinct(settings: readonly EngineSetting[]): readonly EngineSetting[] {
  return [...new Map(settings.map((setting) => [`${setting.calls} ${setting.threads}`, setting])).values()];
}
