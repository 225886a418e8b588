import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Paths in the store, with `/`, by what the files hold. Nothing else in its folder was made by this program. */
const names = [
  ['speech', /^[0-9a-f]{2}\/[0-9a-f]{62}\.(?:flac|wav)$/u],
  ['hearings', /^[0-9a-f]{2}\/[0-9a-f]{62}\.heard$/u],
  ['voices', /^voices\/[0-9a-f]{64}\.json$/u],
  ['answers', /^cast-answers\/[0-9a-f]{40}\.json$/u],
  ['books', /^books\/\d+-[0-9a-f]{64}\.book$/u],
  [
    'unfinished',
    /^(?:[0-9a-f]{2}|voices|cast-answers|books)\/\.?(?:\d+-)?[0-9a-f]{40,64}\.(?:flac|wav|heard|json|book)\.[^/]*\.part$/u,
  ],
] as const;

/** The kind of a file in the segment store. */
export type StoredKind = (typeof names)[number][0];

/** A file of the segment store. */
export interface StoredFile {
  readonly kind: StoredKind;
  readonly file: string;
  readonly bytes: number;
  /** Time of its last use, in milliseconds. */
  readonly usedMs: number;
}

/**
 * Returns the files in a store that this program made, known by their names. Links are not followed. After an abort, those that
 * were found so far.
 */
export async function storedFiles(folder: string, signal?: AbortSignal): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory()) continue;
    for (const name of await readdir(path.join(folder, entry.name)).catch(() => [])) {
      if (signal?.aborted) return files;
      const kind = kindOf(`${entry.name}/${name}`);
      if (kind === undefined) continue;
      const file = path.join(folder, entry.name, name);
      const found = await lstat(file).catch(() => undefined);
      if (found?.isFile()) files.push({ kind, file, bytes: found.size, usedMs: found.mtimeMs });
    }
  }
  return files;
}

/** Returns the sum of the sizes of files, in bytes. */
export function totalBytes(files: readonly Pick<StoredFile, 'bytes'>[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function kindOf(name: string): StoredKind | undefined {
  return names.find(([, pattern]) => pattern.test(name))?.[0];
}
