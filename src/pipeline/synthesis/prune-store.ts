import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

interface StoredFile {
  readonly file: string;
  readonly bytes: number;
  readonly usedMs: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes the least recently used segments until the store fits `maxBytes`, and temporary files older than a day that a
 * killed process left. Returns the bytes that remain.
 */
export async function pruneStore(folder: string, maxBytes: number): Promise<number> {
  const files = await storedFiles(folder);
  let total = totalBytes(files);
  const oldestFirst = files.toSorted((a, b) => a.usedMs - b.usedMs);
  for (const { file, bytes, usedMs } of oldestFirst) {
    const abandoned = file.endsWith('.part') && Date.now() - usedMs > dayMs;
    if (total <= maxBytes && !abandoned) continue;
    await rm(file, { force: true });
    total -= bytes;
  }
  return total;
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
