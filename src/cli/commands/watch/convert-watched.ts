import { stat } from 'node:fs/promises';
import path from 'node:path';
import { numberedName } from '../../../inbox/move-to-free-name.ts';
import { castSource } from '../../../pipeline/casting/cast-source.ts';
import { checkRequest } from '../../../pipeline/check-request.ts';
import { convert } from '../../../pipeline/convert.ts';
import type { NarrationRequest } from '../../../pipeline/conversion.ts';
import type { conversionOptions } from '../../../pipeline/options/conversion-options.ts';
import type { OptionValues } from '../../../pipeline/options/option.ts';
import { findEarlierResults } from '../../../pipeline/output/earlier-results.ts';
import { reportPath } from '../../../pipeline/output/output-paths.ts';
import type { ConversionReport } from '../../../pipeline/output/report.ts';
import { prepareTools } from '../../../pipeline/tools/prepare-tools.ts';
import { conversionRequest } from '../../conversion-request.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import type { ProcessContext } from '../../process-context.ts';
import { openProgressView } from '../../view/open-progress-view.ts';

/** How a watched book is converted. */
export interface WatchedConversion {
  /** Folder for the audiobook. It exists. */
  readonly outFolder: string;
  readonly quiet?: boolean | undefined;
  readonly conversion: Omit<OptionValues<typeof conversionOptions>, 'output'>;
}

/**
 * Converts a book as `audiobook convert` does, to a file named after it. Where another book has that name, the file gets a
 * number. Shows the progress on a terminal only, so that a log has one line per book. Throws what `convert` throws.
 */
export async function convertWatched(
  context: ProcessContext,
  book: string,
  { outFolder, quiet = false, conversion }: WatchedConversion,
): Promise<ConversionReport> {
  const request = await freeRequest(book, outFolder, conversion);
  await checkRequest(request);
  const { cacheFolder, signal } = context;
  const view = await openProgressView(context.stderr, { quiet: quiet || !context.stderr.isTTY });
  try {
    const settings = await loadProcessSettings(context, view.warn);
    await using tools = await prepareTools({
      ...conversion,
      settings,
      cacheFolder,
      signal,
      onProgress: view.onProgress,
    });
    return await convert(request, tools);
  } finally {
    view.close();
  }
}

/** Returns the request with the first name that no other book has. */
async function freeRequest(
  book: string,
  outFolder: string,
  conversion: WatchedConversion['conversion'],
): Promise<NarrationRequest> {
  const defaults = { workingFolder: outFolder, defaultFormat: 'mp3' } as const;
  for (let number = 1; ; number += 1) {
    const name = numberedName(path.basename(book), number);
    const { output } = conversionRequest(name, conversion, defaults);
    if (!conversion.force && !(await isFree(output, book))) continue;
    const request = conversionRequest(book, { ...conversion, output }, defaults);
    // The book moves on: a new cast belongs beside the audiobook.
    return { ...request, castSource: castSource(conversion.cast, path.join(outFolder, name)) };
  }
}

/** Reports whether there is nothing with the name of an output, or what was made from the same book. */
async function isFree(output: string, bookFile: string): Promise<boolean> {
  const { reports } = await findEarlierResults({ bookFile, output });
  if (reports.length > 0) return true;
  const found = await Promise.all([output, reportPath(output)].map((file) => stat(file).catch(() => undefined)));
  return found.every((one) => one === undefined);
}
