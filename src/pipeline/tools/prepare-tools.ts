import path from 'node:path';
import type { ProgressListener } from '../../core/progress.ts';
import type { Settings } from '../../core/settings.ts';
import { waitForAvailability } from '../../speech/wait-for-availability.ts';
import { chooseProvider } from './choose-provider.ts';
import type { ConversionTools } from '../conversion.ts';
import type { OptionValues } from '../options/option.ts';
import type { providerOptions } from '../options/speech-options.ts';
import { preflightSetting } from './preflight.ts';
import { pruneStore } from '../synthesis/prune-store.ts';
import { openSegmentStore } from '../synthesis/segment-store.ts';
import { cacheFolderSetting, cacheLimitSetting, patienceSetting } from './settings.ts';
import { findFfmpeg } from './find-ffmpeg.ts';

/** Options of `prepareTools`. */
export interface ToolOptions extends OptionValues<typeof providerOptions> {
  readonly settings: Settings;
  /** The user's cache folder. `AUDIOBOOK_CACHE_DIR` takes precedence. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

/** Opens everything a conversion needs. Disposing closes the provider and prunes the segment store. */
export async function prepareTools(options: ToolOptions): Promise<ConversionTools & AsyncDisposable> {
  const { settings, signal, onProgress } = options;
  const preflight = settings.read(preflightSetting);
  const maxBytes = settings.read(cacheLimitSetting) * 1e9;
  const patienceMs = options.patienceMs ?? settings.read(patienceSetting);
  const ffmpeg = await findFfmpeg(settings);
  const store = await openSegmentStore(segmentFolder(settings, options.cacheFolder));
  const chosen = await chooseProvider(options.provider, settings, signal);
  if (options.waitForProviderMs !== undefined) {
    await waitForAvailability(chosen.provider, {
      timeoutMs: options.waitForProviderMs,
      signal,
      onWait: (notice) => onProgress({ type: 'provider-wait', ...notice }),
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
    concurrency: options.concurrency,
    patienceMs,
    async [Symbol.asyncDispose]() {
      await chosen.provider[Symbol.asyncDispose]();
      await pruneStore(store.folder, maxBytes);
    },
  };
}

/** Returns the folder of the segment store. */
export function segmentFolder(settings: Settings, cacheFolder: string): string {
  return path.join(path.resolve(settings.get(cacheFolderSetting) ?? cacheFolder), 'segments');
}
