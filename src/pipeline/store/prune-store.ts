import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { partWriter } from '../../core/files/atomic-file.ts';
import { isProcessAlive } from '../../core/process/process-alive.ts';
import { sortNames } from './store.ts';
import type { SortName } from './store.ts';

/** A file of the store. */
export interface StoredFile {
  readonly kind: SortName | 'unfinished';
  readonly file: string;
  readonly bytes: number;
  /** Time of its last use, in milliseconds. */
  readonly usedMs: number;
}

/**
 * Returns the files in a store that this program made, known by their names, of all sorts or of some. Links are not followed. After
 * an abort, those that were found so far.
 */
export async function storedFiles(
  folder: string,
  { sorts = sortNames, signal }: Pick<PruneOptions, 'sorts' | 'signal'> = {},
): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const sort of sorts) {
    for await (const file of filesIn(path.join(folder, sort), placeDepth)) {
      if (signal?.aborted) return files;
      const stored = await storedFile(file, sort);
      if (stored) files.push(stored);
    }
  }
  return files;
}

async function storedFile(file: string, sort: SortName): Promise<StoredFile | undefined> {
  const [name, part] = namePattern.exec(path.basename(file)) ?? [];
  const found = name === undefined ? undefined : await lstat(file).catch(() => undefined);
  return found && { kind: part === '' ? sort : 'unfinished', file, bytes: found.size, usedMs: found.mtimeMs };
}

/** Folders around a result: its version, and the first digits of its key. */
const placeDepth = 2;
const namePattern = /^\.?[0-9a-f]{38,62}\.(?:flac|json|book)((?:\..*\.part)?)$/u;

/** Yields the files a number of folders below another one. */
async function* filesIn(folder: string, depth: number): AsyncGenerator<string, void, undefined> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const place = path.join(folder, entry.name);
    if (depth === 0 && entry.isFile()) yield place;
    if (depth > 0 && entry.isDirectory()) yield* filesIn(place, depth - 1);
  }
}

/** Returns the sum of the sizes of files, in bytes. */
export function totalBytes(files: readonly Pick<StoredFile, 'bytes'>[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

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
  /** Default: all. */
  readonly sorts?: readonly SortName[] | undefined;
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
  const files = await storedFiles(folder, options);
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
