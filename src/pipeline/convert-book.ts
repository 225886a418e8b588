import path from 'node:path';
import process from 'node:process';
import envPaths from 'env-paths';
import { toAudiobookError } from '../core/errors.ts';
import { useNetwork } from '../core/http/network.ts';
import { loadSettings } from '../core/load-settings.ts';
import type { ProgressListener } from '../core/progress.ts';
import type { SettingSource } from '../core/settings.ts';
import { checkRequest } from './check-request.ts';
import type { NarrationRequest } from './conversion.ts';
import { conversionRequest } from './conversion-request.ts';
import { audiobook, convert } from './convert.ts';
import { narratedConversionOptions } from './options/conversion-options.ts';
import { checkTexts } from './options/option.ts';
import type { OptionValues } from './options/option.ts';
import type { ConversionReport } from './report/report.ts';
import { prepareTools } from './open/prepare-tools.ts';
import { allSettings } from './open/settings.ts';

/** Options of `convertBook`: those of the command line, and where settings, cache and progress are. */
export interface ConvertBookOptions
  extends OptionValues<typeof narratedConversionOptions>, Pick<NarrationRequest, 'limits' | 'tasks'> {
  /** Settings by name, such as `OPENAI_API_KEY`. Default: the environment of the process. */
  readonly environment?: SettingSource | undefined;
  /** Folder whose `.env`, `.keys` and `keys.mjs` are read, too; `keys.mjs` is executed. Default: none. */
  readonly settingsFolder?: string | undefined;
  /** Folder of the segment store. Default: the cache folder of the user, as on the command line. */
  readonly cacheFolder?: string | undefined;
  /** Cancels the conversion. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Converts a book in one call: loads the settings, prepares the tools and runs the conversion, with scripts of a language
 * model when `task` or `promptFile` is given. Paths are resolved from the current folder. Throws an `AudiobookError`.
 */
export async function convertBook(book: string, options: ConvertBookOptions = {}): Promise<ConversionReport> {
  try {
    return await convertWith(book, options);
  } catch (thrown) {
    throw toAudiobookError(thrown);
  }
}

async function convertWith(book: string, options: ConvertBookOptions): Promise<ConversionReport> {
  // Without types, a caller may give what the command line takes.
  checkTexts(narratedConversionOptions, { ...options });
  const { signal = new AbortController().signal, onProgress = () => undefined } = options;
  const isNarrated = options.task !== undefined || options.promptFile !== undefined;
  const request = requestFor(book, options, isNarrated ? 'm4b' : 'mp3');
  await checkRequest(request);
  const settings = await settingsFor(options, onProgress);
  const cacheFolder = options.cacheFolder ?? envPaths('audiobook', { suffix: '' }).cache;
  await using tools = await prepareTools({ ...options, settings, cacheFolder, signal, onProgress });
  return await (isNarrated ? audiobook : convert)(request, tools);
}

function requestFor(
  book: string,
  { output, lexicon, ...options }: ConvertBookOptions,
  defaultFormat: 'm4b' | 'mp3',
): NarrationRequest {
  const paths = { output: output && path.resolve(output), lexicon: lexicon?.map((file) => path.resolve(file)) };
  return conversionRequest({ bookFile: book }, { ...options, ...paths }, { folder: path.resolve(), defaultFormat });
}

async function settingsFor(
  // oxlint-disable-next-line node/no-process-env -- a caller of the library expects its environment to count
  { environment = process.env, settingsFolder }: ConvertBookOptions,
  onProgress: ProgressListener,
) {
  const sources = { environment, workingFolder: settingsFolder, configFolder: settingsFolder };
  const { settings, warnings } = await loadSettings(sources, allSettings());
  for (const message of warnings) onProgress({ type: 'warning', message });
  await useNetwork(settings);
  return settings;
}
