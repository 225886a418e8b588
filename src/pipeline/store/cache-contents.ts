import pLimit from 'p-limit';
import type { Settings } from '../../core/settings.ts';
import { pruneStore, storedFiles, totalBytes } from './prune-store.ts';
import type { Pruned, PruneLimits, StoredFile } from './prune-store.ts';
import { readSpeaker } from './segment-file.ts';
import type { Speaker } from './segment-file.ts';
import { cacheLimitSetting, segmentFolder } from './store-settings.ts';
import { requireUnusedStore, storeUsers } from './store-use.ts';

/** Files of one sort together. */
export interface CacheShare {
  readonly files: number;
  readonly bytes: number;
  /** Last use of the one that was used last, as ISO 8601. */
  readonly lastUsed: string;
}

/** The contents of the segment store. */
export interface CacheContents {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** Size that the store is kept below, in bytes. Undefined: no limit. */
  readonly maxBytes: number | undefined;
  /** Ids of the processes whose runs use the store. */
  readonly users: readonly number[];
  /** The largest first. */
  readonly kinds: readonly (CacheShare & { readonly kind: StoredFile['kind'] })[];
  /** Shares by speaker, the largest first. Some segments may have no speaker. */
  readonly speakers: readonly (CacheShare & Partial<Speaker>)[];
}

/** Files whose beginnings are read at the same time. */
const readWindow = 32;

/** Returns what is in the segment store. `cacheFolder` is the user's cache folder; AUDIOBOOK_CACHE_DIR takes precedence. */
export async function cacheContents(settings: Settings, cacheFolder: string): Promise<CacheContents> {
  const folder = segmentFolder(settings, cacheFolder);
  const files = await storedFiles(folder);
  const limit = settings.read(cacheLimitSetting) * 1e9;
  const speech = files.filter(({ kind }) => kind === 'speech');
  const speakers = new Map(await pLimit(readWindow).map(speech, withSpeaker));
  return {
    folder,
    files: files.length,
    bytes: totalBytes(files),
    maxBytes: Number.isFinite(limit) ? limit : undefined,
    users: await storeUsers(folder),
    kinds: shares(files, ({ kind }) => ({ kind })),
    speakers: shares(speech, (file): Partial<Speaker> => speakers.get(file) ?? {}),
  };
}

async function withSpeaker(file: StoredFile): Promise<readonly [StoredFile, Speaker | undefined]> {
  return [file, await readSpeaker(file.file)];
}

/** Removes what is not within the limits. Throws `bad-value` while a run uses the store. */
export async function pruneCache(settings: Settings, cacheFolder: string, limits: PruneLimits): Promise<Pruned> {
  const folder = segmentFolder(settings, cacheFolder);
  await requireUnusedStore(folder);
  return await pruneStore(folder, limits);
}

function shares<Key extends object>(
  files: readonly StoredFile[],
  keyOf: (file: StoredFile) => Key,
): readonly (CacheShare & Key)[] {
  const found = new Map<string, { readonly key: Key; readonly files: StoredFile[] }>();
  for (const file of files) {
    const key = keyOf(file);
    const id = JSON.stringify(key);
    const group = found.get(id) ?? { key, files: [] };
    group.files.push(file);
    found.set(id, group);
  }
  return [...found.values()]
    .map(({ key, files: own }) => {
      const lastUsedMs = own.reduce((last, { usedMs }) => Math.max(last, usedMs), 0);
      return { ...key, files: own.length, bytes: totalBytes(own), lastUsed: new Date(lastUsedMs).toISOString() };
    })
    .toSorted((one, other) => other.bytes - one.bytes);
}
