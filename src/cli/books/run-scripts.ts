import type { NarrationRequest } from '../../pipeline/conversion.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import { scriptGaps } from '../../pipeline/script/script-gaps.ts';
import { writeScripts } from '../../pipeline/script/write-scripts.ts';
import { exitCodes } from '../exit-codes.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { runOptions } from '../options.ts';
import type { ProcessContext } from '../process-context.ts';
import { openProgressView } from '../view/open-progress-view.ts';

/** Writes the scripts of a book and prints their paths or the report. Returns the exit code. Throws what `writeScripts` throws. */
export async function runScripts(
  context: ProcessContext,
  request: NarrationRequest,
  options: OptionValues<typeof runOptions>,
): Promise<number> {
  const view = await openProgressView(context, options);
  try {
    const settings = await loadProcessSettings(context, view.warn);
    const { signal, stdout } = context;
    const report = await writeScripts(request, { settings, signal, onProgress: view.onProgress });
    view.close();
    const files = report.chapters.flatMap(({ scriptFile = [] }) => scriptFile);
    if (options.json) stdout.write(`${JSON.stringify(report)}\n`);
    else if (!options.quiet) stdout.write(files.map((file) => `${file}\n`).join(''));
    const refusal = report.direction?.refusal;
    return scriptGaps(report.chapters).length === 0 && refusal === undefined ? 0 : exitCodes.incomplete;
  } finally {
    view.close();
  }
}
