import { groupBy } from '../../core/collections/group-by.ts';
import { mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { AudiobookError, systemCode, toAudiobookError } from '../../core/errors.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { exists } from '../../core/files/exists.ts';
import { makeFolders } from '../../core/files/make-folder.ts';
import { pruneStore } from './prune-store.ts';
import { decoded, placeOf } from './store.ts';
import type { FileSort, Sort, Store } from './store.ts';

/** From this number of keys on, a folder is listed. Listing takes the time of a few lookups in stores of the usual size. */
const minListed = 4;
const foldersAtOnce = 16;

/** Returns the results of a sort in a folder, which need not exist. */
export function folderStore<Value>(folder: string, sort: Sort<Value> | FileSort<Value>): Store<Value> {
  const fileOf = (key: string): string => path.join(folder, placeOf(sort, key));
  return {
    folder,
    async stored(keys) {
      const byFolder = groupBy(keys, (key) => path.dirname(fileOf(key)));
      const found = await pLimit(foldersAtOnce).map(byFolder, async ([place, wanted]) => {
        const names = wanted.length < minListed ? undefined : new Set(await readdir(place).catch(() => []));
        const areThere = await Promise.all(
          wanted.map(async (key) => names?.has(path.basename(fileOf(key))) ?? (await exists(fileOf(key)))),
        );
        return wanted.filter((_, index) => areThere[index]);
      });
      return new Set(found.flat());
    },
    async read(key) {
      const file = fileOf(key);
      if (!(await exists(file))) return undefined;
      const value = await contentOf(sort, file);
      // Pruning uses the modification time as the time of last use.
      const now = new Date();
      await (value === undefined ? rm(file, { force: true }) : utimes(file, now, now)).catch(() => undefined);
      return value;
    },
    async write(key, value) {
      try {
        await makeFolders(folder);
        if (sort.isPrivate) await mkdir(path.join(folder, sort.name), { mode: 0o700 }).catch(() => undefined);
        const mode = sort.isPrivate ? 0o600 : undefined;
        await writeFileAtomic(fileOf(key), await sort.encode(value), { makeFolder: true, mode });
        if (sort.maxBytes !== undefined) await pruneStore(folder, { maxBytes: sort.maxBytes, sorts: [sort.name] });
      } catch (error) {
        throw storeError(folder, toAudiobookError(error).cause ?? error);
      }
    },
    remove: async (key) => await rm(fileOf(key), { force: true }).catch(() => undefined),
  };
}

async function contentOf<Value>(sort: Sort<Value> | FileSort<Value>, file: string): Promise<Value | undefined> {
  if ('decodeFile' in sort) return await sort.decodeFile(file).catch(() => undefined);
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && (await decoded(sort, bytes));
}

/** Returns the error for a store that cannot be written. */
export function storeError(folder: string, cause: unknown): AudiobookError {
  const code = systemCode(cause) ?? '';
  const [reason, advice] = ['ENOSPC', 'EDQUOT'].includes(code)
    ? [
        'the disk is full',
        "Make room, for example with 'audiobook cache prune', or set AUDIOBOOK_CACHE_DIR to a larger disk.",
      ]
    : [`it cannot be written (${code})`, 'Set AUDIOBOOK_CACHE_DIR to a folder that can be written.'];
  return new AudiobookError('output-failed', `The segment store ${folder} cannot be used: ${reason}. ${advice}`, {
    cause,
  });
}
