import { rm } from 'node:fs/promises';
import path from 'node:path';
import { partWriter } from '../../../core/files/atomic-file.ts';
import { isProcessAlive } from '../../../core/process/process-alive.ts';
import { storedFiles, totalBytes } from './stored-files.ts';
import type { StoredFile } from './stored-files.ts';

/** The limits of a store. */
export interface PruneLimits {
  /** The least recently used files are removed beyond it. Default: no limit. */
  readonly maxBytes?: number | undefined;
  /** Files that were not used for longer are removed, in milliseconds. Default: no limit. */
  readonly maxAgeMs?: number | undefined;
}

/** Options of `pruneStore`. */
export interface PruneOptions extends PruneLimits {
  /** Reports whether a file stays whatever the limits are. Default: none does. */
  readonly isInUse?: ((file: string) => boolean) | undefined;
  /** Ends the work where it is. */
  readonly signal?: AbortSignal | undefined;
}

/** The files that were removed from a store. */
export interface Pruned {
  readonly removedFiles: number;
  readonly removedBytes: number;
  /** Bytes that remain. */
  readonly bytes: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Removes what is not within the limits, the least recently used files first, and temporary files that a killed process left.
 * Files that this program did not make stay.
 */
export async function pruneStore(folder: string, options: PruneOptions): Promise<Pruned> {
  const files = await storedFiles(folder, options.signal);
  const before = totalBytes(files);
  let bytes = before;
  let removedFiles = 0;
  for (const stored of files.toSorted((a, b) => a.usedMs - b.usedMs)) {
    if (options.signal?.aborted) break;
    if (stays(stored, bytes, options)) continue;
    await rm(stored.file, { force: true });
    bytes -= stored.bytes;
    removedFiles += 1;
  }
  return { removedFiles, removedBytes: before - bytes, bytes };
}

function stays(
  stored: StoredFile,
  bytes: number,
  { maxBytes = Infinity, maxAgeMs = Infinity, isInUse = () => false }: PruneOptions,
): boolean {
  const ageMs = Date.now() - stored.usedMs;
  if (stored.kind === 'unfinished') return !isAbandoned(stored, ageMs);
  return (bytes <= maxBytes && ageMs <= maxAgeMs) || isInUse(stored.file);
}

/** Of a process in another container nothing is known, but no write takes a minute. */
function isAbandoned({ file }: StoredFile, ageMs: number): boolean {
  const writer = partWriter(path.basename(file));
  return ageMs > dayMs || (ageMs > minuteMs && writer !== undefined && !isProcessAlive(writer));
}

/** Returns the size of the store on disk, in bytes. */
export async function storeBytes(folder: string): Promise<number> {
  return totalBytes(await storedFiles(folder));
}
