import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileStamp } from '../core/files/file-stamp.ts';

/** The stamp of a file. */
export type FileState = string;

/** Returns the state of a regular file; undefined for anything else, links included. */
export async function fileState(file: string): Promise<FileState | undefined> {
  const found = await lstat(file).catch(() => undefined);
  return found?.isFile() ? fileStamp(found) : undefined;
}

/** Names that browsers, download managers, editors and systems give to files that are not finished or not books. */
const partialName =
  /^(?:[.~]|(?:thumbs\.db|desktop\.ini|icon\r)$)|~$|\.(?:part|partial|crdownload|download|opdownload|filepart|aria2|tmp|temp|swp|!qb|!ut)$/iu;

/** Extensions of the files that programs keep beside one that they are downloading. */
const besideDownload = ['.part', '.aria2'];

interface Seen {
  readonly state: FileState;
  /** By the monotonic clock. */
  readonly sinceMs: number;
}

/** Finds the files of a folder that have stopped growing. Remembers one line per file of the folder, and no more. */
export class SettledFiles {
  readonly #folder: string;
  readonly #settleMs: number;
  #seen = new Map<string, Seen>();

  constructor(folder: string, settleMs: number) {
    this.#folder = folder;
    this.#settleMs = settleMs;
  }

  /**
   * Looks once. Returns the files whose state has been the same for the whole time, by name, sorted. Throws the error of the
   * system when the folder cannot be read.
   */
  async find(): Promise<ReadonlyMap<string, FileState>> {
    const names = new Set(await readdir(this.#folder));
    const nowMs = performance.now();
    const seen = new Map<string, Seen>();
    const settled = new Map<string, FileState>();
    for (const name of [...names].toSorted()) {
      if (partialName.test(name) || besideDownload.some((extension) => names.has(name + extension))) continue;
      const state = await fileState(path.join(this.#folder, name));
      if (state === undefined) continue;
      const before = this.#seen.get(name);
      const sinceMs = before?.state === state ? before.sinceMs : nowMs;
      seen.set(name, { state, sinceMs });
      if (nowMs - sinceMs >= this.#settleMs) settled.set(name, state);
    }
    this.#seen = seen;
    return settled;
  }
}
