import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError } from '../errors.ts';

/** Bytes that a run will write to a folder. */
export interface SpaceNeed {
  readonly folder: string;
  readonly bytes: number;
}

/** Why a run did not begin: a disk has less free space than the run needs. The cause of what `requireSpace` throws. */
export class SpaceShortage extends Error {
  override readonly name = 'SpaceShortage';
  /** As a disk that is full. */
  readonly code = 'ENOSPC';
  readonly need: SpaceNeed;

  constructor(need: SpaceNeed) {
    super('Not enough free space.');
    this.need = need;
  }
}

/** Returns the space that a run needs which failed for want of it, or undefined for any other error. */
export function missingSpace(thrown: unknown): SpaceNeed | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof SpaceShortage) return error.need;
  }
  return undefined;
}

/** Throws `output-failed` with the figures when a disk has less free space than a run needs on it. Folders may not exist yet. */
export async function requireSpace(needs: readonly SpaceNeed[]): Promise<void> {
  const byDisk = new Map<number, SpaceNeed>();
  for (const { folder, bytes } of needs) {
    const existing = await existingFolder(folder);
    const { dev } = await stat(existing);
    byDisk.set(dev, { folder: byDisk.get(dev)?.folder ?? existing, bytes: (byDisk.get(dev)?.bytes ?? 0) + bytes });
  }
  for (const { folder, bytes } of byDisk.values()) {
    const free = await freeBytes(folder);
    if (free >= bytes) continue;
    const message = `Not enough space on the disk of ${folder}: the run needs about ${size(bytes)}, and ${size(free)} are free.`;
    throw new AudiobookError('output-failed', message, { cause: new SpaceShortage({ folder, bytes }) });
  }
}

/** Returns the free space on the disk of a folder that may not exist yet, in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(await existingFolder(folder));
  return bavail * bsize;
}

/** The root of a file system always exists. */
async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  return found || folder === path.dirname(folder) ? folder : await existingFolder(path.dirname(folder));
}

function size(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
