import path from 'node:path';
import { makeFolders } from '../../../core/files/make-folder.ts';
import { castSource } from '../../../pipeline/cast/cast-source.ts';
import { checkRequest } from '../../../pipeline/check-request.ts';
import { convert } from '../../../pipeline/convert.ts';
import type { ConversionReport } from '../../../pipeline/report/report.ts';
import { prepareTools } from '../../../pipeline/open/prepare-tools.ts';
import { freeRequest } from '../../batch/free-request.ts';
import type { UnnamedConversion } from '../../batch/free-request.ts';
import type { NameTemplate } from '../../batch/name-template.ts';
import { loadProcessSettings } from '../../load-process-settings.ts';
import type { ProcessContext } from '../../process-context.ts';
import { openProgressView } from '../../view/open-progress-view.ts';

/** Options for converting a watched book. */
export interface WatchedConversion {
  /** Folder for the audiobook. It exists. */
  readonly outFolder: string;
  /** Default: the name of the book. */
  readonly template?: NameTemplate | undefined;
  readonly quiet?: boolean | undefined;
  readonly conversion: UnnamedConversion;
}

/**
 * Converts a book as `audiobook convert` does, to a file named after it or by a template. Where another book has that name, the file gets a
 * number. Shows the progress on a terminal only, so that a log has one line per book. Throws what `convert` throws.
 */
export async function convertWatched(
  context: ProcessContext,
  book: string,
  { outFolder, template, quiet = false, conversion }: WatchedConversion,
): Promise<ConversionReport> {
  const named = await freeRequest({ bookFile: book }, conversion, {
    folder: outFolder,
    template,
    signal: context.signal,
  });
  // The book moves on: a new cast belongs beside the audiobook.
  const request = { ...named, castSource: castSource(conversion.cast, { bookFile: named.output }) };
  await makeFolders(path.dirname(request.output));
  await checkRequest(request);
  const { cacheFolder, stateFolder, signal } = context;
  const view = await openProgressView(context, { quiet: quiet || !context.stderr.isTTY });
  try {
    const settings = await loadProcessSettings(context, view.warn);
    await using tools = await prepareTools({
      ...conversion,
      settings,
      cacheFolder,
      stateFolder,
      signal,
      onProgress: view.onProgress,
    });
    return await convert(request, tools);
  } finally {
    view.close();
  }
}
