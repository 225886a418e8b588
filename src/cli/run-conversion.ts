import { checkRequest } from '../pipeline/check-request.ts';
import type { ConversionTools, NarrationRequest } from '../pipeline/conversion.ts';
import type { OptionValues } from '../pipeline/options/option.ts';
import type { providerOptions } from '../pipeline/options/speech-options.ts';
import type { ConversionReport } from '../pipeline/output/report.ts';
import { prepareTools } from '../pipeline/tools/prepare-tools.ts';
import { exitCodes } from './exit-codes.ts';
import { loadProcessSettings } from './load-process-settings.ts';
import { offerNaturalVoice } from './offer-natural-voice.ts';
import type { ProcessContext } from './process-context.ts';
import type { runOptions } from './run-options.ts';
import { showPlan } from './commands/plan/show-plan.ts';
import { openProgressView } from './view/open-progress-view.ts';
import { fileLines, isWhole } from './view/report-lines.ts';

/** A conversion and whether a language model writes its scripts. */
interface RunnableConversion {
  readonly run: (request: NarrationRequest, tools: ConversionTools) => Promise<ConversionReport>;
  readonly narrated: boolean;
  readonly onReport?: ((report: ConversionReport) => void) | undefined;
}

/** Converts a book while showing the progress, and prints the written files or the report. Returns the exit code. */
export async function runConversion(
  context: ProcessContext,
  options: OptionValues<typeof providerOptions & typeof runOptions>,
  request: NarrationRequest,
  { run, narrated, onReport }: RunnableConversion,
): Promise<number> {
  await checkRequest(request);
  if (options.dryRun) return await showPlan(context, request, { ...options, narrated });
  await offerNaturalVoice(context, options, request);
  const { cacheFolder, stateFolder, signal } = context;
  const view = await openProgressView(context.stderr, options);
  try {
    const settings = await loadProcessSettings(context, view.warn);
    const onProgress = view.onProgress;
    await using tools = await prepareTools({ ...options, settings, cacheFolder, stateFolder, signal, onProgress });
    if (tools.chosen.byDefault) view.print(`Speech provider: ${tools.chosen.provider.id} (default)`);
    const report = await run(request, tools);
    view.close();
    onReport?.(report);
    if (options.json) context.stdout.write(`${JSON.stringify(report)}\n`);
    else if (!options.quiet) context.stdout.write(fileLines(report));
    return isWhole(report) ? 0 : exitCodes.incomplete;
  } finally {
    view.close();
  }
}
