import { readFile } from 'node:fs/promises';
import { arch, cpus } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { countProcessors } from '../../../core/process/count-processors.ts';
import { writeFileAtomic } from '../../../core/files/atomic-file.ts';
import { madeFolder } from '../../../voice-models/installed-models.ts';
import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import type { EngineSetting } from './engine-setting.ts';

/** The measured speed of a model on a machine. */
export interface ModelSpeed extends EngineSetting {
  /** Seconds of audio that are spoken in a second, by all calls together. */
  readonly audioSecondsPerSecond: number;
  /** Memory of the engine after the measurement, in bytes. */
  readonly memoryBytes: number;
  /** The machine and the engine that were measured. */
  readonly machine: string;
  /** Whether the model was faster with floats in place of its integers (`plainModel`). Absent: it was not, or has none. */
  readonly isPlain?: boolean | undefined;
}

/** Name of the file beside a model that holds its speed. */
const speedName = 'speed.json';

const schema = z.object({
  calls: z.number().int().min(1).max(1024),
  threads: z.number().int().min(1).max(1024),
  audioSecondsPerSecond: z.number().positive(),
  memoryBytes: z.number().nonnegative(),
  machine: z.string(),
  isPlain: z.boolean().optional(),
});

/** Returns what makes a measurement valid: the processors and the version of the engine. */
export function machineName(engineVersion: string): string {
  return `${cpus()[0]?.model.trim() ?? arch()} x ${countProcessors()}, ${process.platform}-${arch()}, engine ${engineVersion}`;
}

/** Reports whether two machines have the same kind of processor and the same engine, whatever the number of processors. */
export function isSameKind(one: string, other: string): boolean {
  return withoutCount(one) === withoutCount(other);
}

function withoutCount(machine: string): string {
  return machine.replace(/ x \d+,/u, ',');
}

/** Returns the speed of a model as it was last measured, here or on the machine in `machine`, or undefined. */
export async function readSpeed(installed: Pick<InstalledModel, 'folder' | 'madeIn'>): Promise<ModelSpeed | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path.join(madeFolder(installed), speedName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Returns the speed of a model as it was measured on this machine, or undefined. `version` is that of the engine. */
export async function speedOnThisMachine(
  installed: Pick<InstalledModel, 'folder' | 'madeIn'>,
  version: string,
): Promise<ModelSpeed | undefined> {
  const speed = await readSpeed(installed);
  return speed?.machine === machineName(version) ? speed : undefined;
}

/** Keeps the speed of a model beside it. A folder that cannot be written is left as it is: the speed is measured again. */
export async function writeSpeed(
  installed: Pick<InstalledModel, 'folder' | 'madeIn'>,
  speed: ModelSpeed,
): Promise<void> {
  await writeFileAtomic(path.join(madeFolder(installed), speedName), JSON.stringify(speed)).catch(() => undefined);
}
