import { setMaxListeners } from 'node:events';
import { toAudiobookError } from '../../core/errors.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { RetryNotice } from '../../core/retry.ts';
import { asSentence } from '../../core/strings/as-sentence.ts';
import type { Settings } from '../../core/settings.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { folderStore } from './folder-store.ts';
import { speechSort } from './segment-file.ts';
import { openSegmentStore } from './segment-store.ts';
import type { SegmentLookup, SegmentStore } from './segment-store.ts';
import { sharedLookup, sharedStore } from './shared-store.ts';
import { cacheFolderSetting, cacheLimitSetting, segmentFolder } from './store-settings.ts';
import { markStoreUse } from './store-use.ts';

/** The options of the segment store of a run. */
export interface StoreOptions {
  readonly settings: Settings;
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

/** The segment store of a run. Disposing closes it, and removes a temporary one. */
export interface OpenStore extends AsyncDisposable {
  readonly store: SegmentStore;
}

/**
 * Opens the segment store, shared with other machines where a storage is set. Without a writable cache folder, as in a container or
 * under cron, a temporary one takes its place. A folder that the user chose is never replaced: its segments are worth money.
 * Throws as `openSegmentStore`, `openStorage` and `Storage.check` do.
 */
export async function openStore(options: StoreOptions): Promise<OpenStore> {
  const { settings, signal, onProgress } = options;
  // Every request adds a listener.
  setMaxListeners(0, signal);
  const warn = (message: string): void => onProgress({ type: 'warning', message });
  const storage = await openStorage({ settings, onRetry: storageNotices(warn) });
  try {
    await storage?.check(signal);
    const { store: own, scratch } = await openOwnStore(options);
    const use = await markStoreUse(own.folder);
    return {
      store: storage ? sharedStore(own, { sort: speechSort, storage, signal, warn }) : own,
      async [Symbol.asyncDispose]() {
        for (const held of [use, storage, own, scratch]) await held?.[Symbol.asyncDispose]();
      },
    };
  } catch (thrown) {
    await storage?.[Symbol.asyncDispose]();
    throw thrown;
  }
}

/** Opens a lookup of stored segments, without making a store. The folder need not exist. Throws as `openStorage` does. */
export async function openStoreLookup({
  settings,
  cacheFolder,
  signal,
}: Omit<StoreOptions, 'onProgress'>): Promise<SegmentLookup & Pick<SegmentStore, 'folder'> & AsyncDisposable> {
  setMaxListeners(0, signal);
  const own = folderStore(segmentFolder(settings, cacheFolder), speechSort);
  const storage = await openStorage({ settings });
  return {
    ...own,
    ...(storage && sharedLookup(own, { sort: speechSort, storage, signal })),
    [Symbol.asyncDispose]: async () => await storage?.[Symbol.asyncDispose](),
  };
}

async function openOwnStore({ settings, cacheFolder, onProgress }: StoreOptions) {
  const maxBytes = settings.read(cacheLimitSetting) * 1e9;
  try {
    return { store: await openSegmentStore(segmentFolder(settings, cacheFolder), maxBytes) };
  } catch (thrown) {
    if (settings.get(cacheFolderSetting) !== undefined) throw thrown;
    const scratch = await openScratchFolder('audiobook-segments-');
    const store = await openSegmentStore(scratch.path, maxBytes);
    const { message } = toAudiobookError(thrown);
    const note = 'A temporary one is used: an interrupted run starts again.';
    onProgress({ type: 'warning', message: `${message} ${note}` });
    return { store, scratch };
  }
}

/** A request that fails once, as all services let some, is not worth a word. */
const firstTold = 2;

/** Requests fail together. One line a minute covers all of them. */
const pauseMs = 60_000;

/** Returns a listener that says when a storage does not answer as it should. */
function storageNotices(warn: (message: string) => void): (notice: RetryNotice) => void {
  let toldMs = -Infinity;
  return ({ attempt, error }) => {
    const nowMs = performance.now();
    if (attempt < firstTold || nowMs - toldMs < pauseMs) return;
    toldMs = nowMs;
    warn(`The storage does not answer: ${asSentence(error.message)} Requests are sent again for up to two minutes.`);
  };
}
