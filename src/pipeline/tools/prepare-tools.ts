import path from 'node:path';
import type { ProgressListener } from '../../core/progress.ts';
import type { Settings } from '../../core/settings.ts';
import { waitForAvailability } from '../../speech/wait-for-availability.ts';
import { chooseProvider } from './choose-provider.ts';
import type { ConversionTools } from '../conversion.ts';
import { preflightSetting } from './preflight.ts';
import { pruneStore } from '../synthesis/prune-store.ts';
import { openSegmentStore } from '../synthesis/segment-store.ts';
import { cacheFolderSetting, cacheLimitSetting } from './settings.ts';
import { findFfmpeg } from './find-ffmpeg.ts';

export interface ToolOptions {
  readonly settings: Settings;
  /** Id of the speech provider, when somebody chose one. */
  readonly provider: string | undefined;
  /** The user's cache folder, when no setting names another. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
  /** How long to wait for a provider that is still starting, in milliseconds. */
  readonly waitForProviderMs?: number;
  /** Requests in flight, fixed; the provider's own level is found when left out. */
  readonly concurrency?: number;
}

/** Everything a conversion needs, ready to use; disposing ends the provider and trims the segment store. */
export async function prepareTools(options: ToolOptions): Promise<ConversionTools & AsyncDisposable> {
  const { settings, signal, onProgress } = options;
  const preflight = settings.read(preflightSetting);
  const maxBytes = settings.read(cacheLimitSetting) * 1e9;
  const ffmpeg = await findFfmpeg(settings);
  const store = await openSegmentStore(segmentFolder(settings, options.cacheFolder));
  const chosen = await chooseProvider(options.provider, settings, signal);
  if (options.waitForProviderMs !== undefined) {
    await waitForAvailability(chosen.provider, {
      timeoutMs: options.waitForProviderMs,
      signal,
      onWait: ({ reason }) => onProgress({ type: 'provider-wait', reason }),
    });
  }
  return {
    settings,
    chosen,
    ffmpeg,
    store,
    preflight,
    signal,
    onProgress,
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    async [Symbol.asyncDispose]() {
      await chosen.provider[Symbol.asyncDispose]();
      await pruneStore(store.folder, maxBytes);
    },
  };
}

/** Where the segment store is. */
export function segmentFolder(settings: Settings, cacheFolder: string): string {
  return path.join(path.resolve(settings.get(cacheFolderSetting) ?? cacheFolder), 'segments');
}
