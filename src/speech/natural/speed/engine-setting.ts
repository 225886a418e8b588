import { freemem, totalmem } from 'node:os';
import { countProcessors } from '../../../core/process/count-processors.ts';
import type { EngineMemory } from '../kinds/voice-kind.ts';

/** The calls and threads that the engine of a model uses. */
export interface EngineSetting {
  /** Utterances spoken at the same time, with shared weights. */
  readonly calls: number;
  /** Threads of each. */
  readonly threads: number;
}

/** Share of the free memory that the voices of a run may take. */
const memoryShare = 0.6;

/** Returns the setting that is usually best: one call per processor. */
export function usualSetting(): EngineSetting {
  return { calls: countProcessors(), threads: 1 };
}

/** Returns the settings worth measuring on a machine of this many processors, the usual best one first. */
export function settingsToMeasure(processors = countProcessors()): readonly EngineSetting[] {
  const half = Math.ceil(processors / 2);
  const all: readonly EngineSetting[] = [
    { calls: processors, threads: 1 },
    // Two hardware threads of one core share its units.
    { calls: half, threads: 1 },
    { calls: half, threads: 2 },
    { calls: 1, threads: processors },
  ];
  const isNew = ({ calls, threads }: EngineSetting, index: number): boolean =>
    all.findIndex((other) => other.calls === calls && other.threads === threads) === index;
  return all.filter((setting, index) => isNew(setting, index) && setting.calls * setting.threads <= processors);
}

/** Returns the bytes that the engines of a run may take. */
export function memoryBudget(): number {
  // macOS counts only pages that hold nothing at all as free.
  const free = process.platform === 'darwin' ? totalmem() / 2 : Math.min(freemem(), process.availableMemory());
  return free * memoryShare;
}

/** Returns a setting with as many calls as fit into the memory, at least one. */
export function settingWithin(setting: EngineSetting, memory: EngineMemory, budget: number): EngineSetting {
  const calls = Math.floor((budget - memory.model) / memory.call);
  return { ...setting, calls: Math.max(1, Math.min(setting.calls, calls)) };
}
