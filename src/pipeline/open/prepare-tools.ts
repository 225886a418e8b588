import path from 'node:path';
import type { ProgressListener } from '../../core/progress.ts';
import type { Settings } from '../../core/settings.ts';
import { waitForAvailability } from '../../speech/wait-for-availability.ts';
import { chooseProvider } from './choose-provider.ts';
import type { ChosenProvider } from './choose-provider.ts';
import type { ConversionTools } from '../conversion.ts';
import type { OptionValues } from '../options/option.ts';
import type { providerOptions } from '../options/speech-options.ts';
import { openStore } from '../store/open-store.ts';
import { preflightSetting } from './preflight.ts';
import { speechSpeeds } from '../speak/speech-speeds.ts';
import type { SpeechSpeeds } from '../speak/speech-speeds.ts';
import { patienceSetting, stateFolderSetting } from './settings.ts';
import { findFfmpeg } from '../../audio/ffmpeg/find-ffmpeg.ts';

/** Options of `prepareTools`. */
export interface ToolOptions extends OptionValues<typeof providerOptions> {
  readonly settings: Settings;
  /** Longest wait for a provider, among other things, where `waitForProviderMs` does not say. */
  readonly waitMs?: number | undefined;
  /** The user's cache folder. `AUDIOBOOK_CACHE_DIR` takes precedence. */
  readonly cacheFolder: string;
  /** The user's state folder, where speeds are kept. `AUDIOBOOK_STATE_DIR` takes precedence. Default: nothing is kept. */
  readonly stateFolder?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}

/** Opens everything a conversion needs. Disposing closes the provider and the segment store, and removes a temporary one. */
export async function prepareTools(options: ToolOptions): Promise<ConversionTools & AsyncDisposable> {
  const { settings, signal, onProgress } = options;
  const preflight = settings.read(preflightSetting);
  const patienceMs = options.patienceMs ?? settings.read(patienceSetting);
  const ffmpeg = await findFfmpeg(settings);
  const opened = await openStore(options);
  const chosen = await openProvider(options).catch(async (thrown: unknown) => {
    await opened[Symbol.asyncDispose]();
    throw thrown;
  });
  return {
    settings,
    chosen,
    ffmpeg,
    store: opened.store,
    preflight,
    signal,
    onProgress,
    concurrency: options.concurrency,
    patienceMs,
    speeds: speedsOf(options),
    async [Symbol.asyncDispose]() {
      await chosen.provider[Symbol.asyncDispose]();
      await opened[Symbol.asyncDispose]();
    },
  };
}

async function openProvider({
  provider,
  waitMs,
  waitForProviderMs = waitMs,
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

/** Returns the speeds of earlier runs, or undefined without a folder for them. */
export function speedsOf({
  settings,
  stateFolder,
}: Pick<ToolOptions, 'settings' | 'stateFolder'>): SpeechSpeeds | undefined {
  const folder = settings.get(stateFolderSetting) ?? stateFolder;
  return folder === undefined ? undefined : speechSpeeds(path.resolve(folder));
}
