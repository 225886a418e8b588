import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toAudiobookError } from '../../core/errors.ts';
import type { ProgressListener } from '../../core/progress.ts';
import type { Settings } from '../../core/settings.ts';
import { waitForAvailability } from '../../speech/wait-for-availability.ts';
import { chooseProvider } from './choose-provider.ts';
import type { ChosenProvider } from './choose-provider.ts';
import type { ConversionTools } from '../conversion.ts';
import type { OptionValues } from '../options/option.ts';
import type { providerOptions } from '../options/speech-options.ts';
import { preflightSetting } from './preflight.ts';
import { pruneStore } from '../synthesis/prune-store.ts';
import { openSegmentStore } from '../synthesis/segment-store.ts';
import type { SegmentStore } from '../synthesis/segment-store.ts';
import { speechSpeeds } from '../synthesis/speech-speeds.ts';
import type { SpeechSpeeds } from '../synthesis/speech-speeds.ts';
import { markStoreUse } from '../synthesis/store-use.ts';
import { cacheFolderSetting, cacheLimitSetting, patienceSetting, stateFolderSetting } from './settings.ts';
import { findFfmpeg } from './find-ffmpeg.ts';

/** Options of `prepareTools`. */
export interface ToolOptions extends OptionValues<typeof providerOptions> {
  readonly settings: Settings;
  /** The user's cache folder. `AUDIOBOOK_CACHE_DIR` takes precedence. */
  readonly cacheFolder: string;
  /** The user's state folder, where speeds are kept. `AUDIOBOOK_STATE_DIR` takes precedence. Default: nothing is kept. */
  readonly stateFolder?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

/** Opens everything a conversion needs. Disposing closes the provider and prunes the segment store, or removes a temporary one. */
export async function prepareTools(options: ToolOptions): Promise<ConversionTools & AsyncDisposable> {
  const { settings, signal, onProgress } = options;
  const preflight = settings.read(preflightSetting);
  const maxBytes = settings.read(cacheLimitSetting) * 1e9;
  const patienceMs = options.patienceMs ?? settings.read(patienceSetting);
  const ffmpeg = await findFfmpeg(settings);
  const { store, isTemporary } = await openStore(options);
  const chosen = await openProvider(options).catch(async (thrown: unknown) => {
    if (isTemporary) await removeStore(store);
    throw thrown;
  });
  const use = await markStoreUse(store.folder);
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
    speeds: speedsOf(options),
    async [Symbol.asyncDispose]() {
      await chosen.provider[Symbol.asyncDispose]();
      await use[Symbol.asyncDispose]();
      if (isTemporary) await removeStore(store);
      else await pruneStore(store.folder, { maxBytes });
    },
  };
}

async function openProvider({
  provider,
  waitForProviderMs,
  settings,
  signal,
  onProgress,
}: ToolOptions): Promise<ChosenProvider> {
  const chosen = await chooseProvider(provider, settings, signal);
  if (waitForProviderMs !== undefined) {
    await waitForAvailability(chosen.provider, {
      timeoutMs: waitForProviderMs,
      signal,
      onWait: (notice) => onProgress({ type: 'provider-wait', ...notice }),
    });
  }
  return chosen;
}

async function removeStore({ folder }: SegmentStore): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Returns the speeds of earlier runs, or undefined without a folder for them. */
export function speedsOf({
  settings,
  stateFolder,
}: Pick<ToolOptions, 'settings' | 'stateFolder'>): SpeechSpeeds | undefined {
  const folder = settings.get(stateFolderSetting) ?? stateFolder;
  return folder === undefined ? undefined : speechSpeeds(path.resolve(folder));
}

/** Returns the folder of the segment store. */
export function segmentFolder(settings: Settings, cacheFolder: string): string {
  return path.join(path.resolve(settings.get(cacheFolderSetting) ?? cacheFolder), 'segments');
}

/**
 * Opens the segment store. Without a writable cache folder, as in a container or under cron, a temporary one takes its place
 * and is removed at the end. A folder that the user chose is never replaced: its segments are worth money.
 */
async function openStore({
  settings,
  cacheFolder,
  onProgress,
}: ToolOptions): Promise<{ readonly store: SegmentStore; readonly isTemporary: boolean }> {
  try {
    return { store: await openSegmentStore(segmentFolder(settings, cacheFolder)), isTemporary: false };
  } catch (thrown) {
    if (settings.get(cacheFolderSetting) !== undefined) throw thrown;
    const store = await openSegmentStore(await mkdtemp(path.join(tmpdir(), 'audiobook-segments-')));
    const { message } = toAudiobookError(thrown);
    const note =
      'A temporary one is used: an interrupted run starts again. Set AUDIOBOOK_CACHE_DIR to a folder that can be written.';
    onProgress({ type: 'warning', message: `${message} ${note}` });
    return { store, isTemporary: true };
  }
}
