import { setMaxListeners } from 'node:events';
import { toAudiobookError } from '../../core/errors.ts';
import { openScratchFolder } from '../../core/files/scratch-folder.ts';
import type { ScratchFolder } from '../../core/files/scratch-folder.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { Settings } from '../../core/settings.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { PrunedStore } from '../synthesis/store/pruned-store.ts';
import { openSegmentStore, storeLookup } from '../synthesis/store/segment-store.ts';
import type { SegmentLookup, SegmentStore } from '../synthesis/store/segment-store.ts';
import { sharedLookup, shareSegments } from '../synthesis/store/shared-segments.ts';
import { cacheFolderSetting, segmentFolder } from './segment-folder.ts';
import { cacheLimitSetting } from './settings.ts';
import { storageNotices } from './storage-notices.ts';

/** The options of the segment store of a run. */
export interface StoreOptions {
  readonly settings: Settings;
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

/** The segment store of a run. */
export interface OpenStore {
  readonly store: SegmentStore;
  /** Closes the store, which is pruned until then. A temporary one is removed. */
  readonly close: () => Promise<void>;
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
    const { store, scratch } = await openOwnStore(options);
    const pruned = new PrunedStore(store, settings.read(cacheLimitSetting) * 1e9);
    return {
      store: storage ? shareSegments(pruned, { storage, signal, warn }) : pruned,
      async close() {
        await storage?.[Symbol.asyncDispose]();
        await pruned[Symbol.asyncDispose]();
        await scratch?.[Symbol.asyncDispose]();
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
}: Omit<StoreOptions, 'onProgress'>): Promise<SegmentLookup & AsyncDisposable> {
  setMaxListeners(0, signal);
  const own = storeLookup(segmentFolder(settings, cacheFolder));
  const storage = await openStorage({ settings });
  return {
    ...(storage ? sharedLookup(own, storage, signal) : own),
    [Symbol.asyncDispose]: async () => await storage?.[Symbol.asyncDispose](),
  };
}

async function openOwnStore({
  settings,
  cacheFolder,
  onProgress,
}: StoreOptions): Promise<{ readonly store: SegmentStore; readonly scratch?: ScratchFolder }> {
  try {
    return { store: await openSegmentStore(segmentFolder(settings, cacheFolder)) };
  } catch (thrown) {
    if (settings.get(cacheFolderSetting) !== undefined) throw thrown;
    const scratch = await openScratchFolder('audiobook-segments-');
    const store = await openSegmentStore(scratch.path);
    const { message } = toAudiobookError(thrown);
    const note = 'A temporary one is used: an interrupted run starts again.';
    onProgress({ type: 'warning', message: `${message} ${note}` });
    return { store, scratch };
  }
}
