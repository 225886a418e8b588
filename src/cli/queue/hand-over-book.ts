import { checkRequest } from '../../pipeline/check-request.ts';
import type { NarrationRequest } from '../../pipeline/conversion.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { handOver } from '../../server/cluster/hand-over/hand-over.ts';
import type { HandedBook } from '../../server/cluster/hand-over/handed-files.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ProcessContext } from '../process-context.ts';
import type { runOptions } from '../run-options.ts';
import { openProgressView } from '../view/open-progress-view.ts';
import { fileLines, isWhole } from '../view/report-lines.ts';
import { loadSettingsWithStorage } from './queue-options.ts';
import type { handOverOptions } from './queue-options.ts';

/** A book that is left to a queue, and who wants its report. */
export interface BookForQueue extends Pick<HandedBook, 'kind' | 'fields'> {
  readonly request: NarrationRequest;
  readonly onReport?: ((report: ConversionReport) => void) | undefined;
}

/**
 * Leaves a book to the workers of a queue while showing their progress, and prints the written files or the report, as a run on this
 * machine does. Returns the exit code. Throws what such a run would throw.
 */
export async function handOverBook(
  context: ProcessContext,
  options: OptionValues<typeof runOptions & typeof handOverOptions>,
  { onReport, request, ...handed }: BookForQueue,
): Promise<number> {
  await checkRequest(request);
  const { queue = '', storage, json, quiet } = options;
  const { cacheFolder, signal, stdout } = context;
  const view = await openProgressView(context, options);
  try {
    const { warn, print, onProgress } = view;
    const settings = await loadSettingsWithStorage(context, { storage, warn });
    const tools = { queue, settings, cacheFolder, signal, onProgress, print };
    const report = await handOver({ ...handed, request, password: request.password }, tools);
    view.close();
    onReport?.(report);
    if (json) stdout.write(`${JSON.stringify(report)}\n`);
    else if (!quiet) stdout.write(fileLines(report));
    return isWhole(report) ? 0 : exitCodes.incomplete;
  } finally {
    view.close();
  }
}
