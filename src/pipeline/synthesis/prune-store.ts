import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { partWriter } from '../../core/files/atomic-file.ts';
import { isProcessAlive } from '../../core/process/process-alive.ts';

interface StoredFile {
  readonly file: string;
  readonly bytes: number;
  readonly usedMs: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Removes the least recently used segments until the store fits `maxBytes`, and temporary files that a killed process
 * left. Returns the bytes that remain.
 */
export async function pruneStore(folder: string, maxBytes: number): Promise<number> {
  const files = await storedFiles(folder);
  let total = totalBytes(files);
  const oldestFirst = files.toSorted((a, b) => a.usedMs - b.usedMs);
  for (const { file, bytes, usedMs } of oldestFirst) {
    const abandoned = isAbandoned(file, Date.now() - usedMs);
    if (total <= maxBytes && !abandoned) continue;
    await rm(file, { force: true });
    total -= bytes;
  }
  return total;
}

/** Of a process in another container nothing is known, but no write takes a minute. */
function isAbandoned(file: string, ageMs: number): boolean {
  if (!file.endsWith('.part')) return false;
  const writer = partWriter(path.basename(file));
  return ageMs > dayMs || (ageMs > minuteMs && writer !== undefined && !isProcessAlive(writer));
}

/** Returns the size of the store on disk, in bytes. */
export async function storeBytes(folder: string): Promise<number> {
  return totalBytes(await storedFiles(folder));
}

function totalBytes(files: readonly StoredFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function storedFiles(folder: string): Promise<StoredFile[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files: StoredFile[] = [];
  for (const name of names) {
    if (!/\.(?:wav|part)$/u.test(name)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found) files.push({ file, bytes: found.size, usedMs: found.mtimeMs });
  }
  return files;
}
