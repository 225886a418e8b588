import { checkRequest } from '../pipeline/check-request.ts';
import type { ConversionTools, NarrationRequest } from '../pipeline/conversion.ts';
import type { OptionValues } from '../pipeline/options/option.ts';
import type { providerOptions } from '../pipeline/options/speech-options.ts';
import type { ConversionReport } from '../pipeline/report/report.ts';
import { prepareTools } from '../pipeline/open/prepare-tools.ts';
import { seriesSpeech } from './series/series-speech.ts';
import type { NamedSpeech, SeriesSpeech } from './series/series-speech.ts';
import { mayAsk } from './ask/may-ask.ts';
import { exitCodes } from './exit-codes.ts';
import { loadProcessSettings } from './load-process-settings.ts';
import type { ProcessContext } from './process-context.ts';
import type { runOptions } from './run-options.ts';
import { messageView } from './view/message-view.ts';
import { openProgressView } from './view/open-progress-view.ts';
import { fileLines, isWhole } from './view/report-lines.ts';

/** A conversion and whether a language model writes its scripts. */
interface RunnableConversion {
  readonly run: (request: NarrationRequest, tools: ConversionTools) => Promise<ConversionReport>;
  readonly narrated: boolean;
  /** The voice that the flags name, when it is remembered for the series. */
  readonly series?: NamedSpeech | undefined;
  readonly onReport?: ((report: ConversionReport) => void) | undefined;
}

/** Converts a book while showing the progress, and prints the written files or the report. Returns the exit code. */
export async function runConversion(
  context: ProcessContext,
  given: OptionValues<typeof providerOptions & typeof runOptions>,
  asked: NarrationRequest,
  { run, narrated, series, onReport }: RunnableConversion,
): Promise<number> {
  await checkRequest(asked);
  const { request, provider = given.provider, keep } = await speechOf(context, given, { asked, series });
  const options = { ...given, provider };
  if (options.dryRun) {
    const { showPlan } = await import('./commands/plan/show-plan.ts');
    return await showPlan(context, request, { ...options, narrated });
  }
  if (mayAsk(context, options)) {
    const { offerNaturalVoice } = await import('./offer-natural-voice.ts');
    await offerNaturalVoice(context, options, request);
  }
  const { cacheFolder, stateFolder, signal } = context;
  const view = await openProgressView(context, options);
  try {
    const settings = await loadProcessSettings(context, view.warn);
    const onProgress = view.onProgress;
    await using tools = await prepareTools({ ...options, settings, cacheFolder, stateFolder, signal, onProgress });
    if (tools.chosen.byDefault) view.print(`Speech provider: ${tools.chosen.provider.id} (default)`);
    const report = await run(request, tools);
    await keep?.(report);
    view.close();
    onReport?.(report);
    if (options.json) context.stdout.write(`${JSON.stringify(report)}\n`);
    else if (!options.quiet) context.stdout.write(fileLines(report));
    return isWhole(report) ? 0 : exitCodes.incomplete;
  } finally {
    view.close();
  }
}

/** Returns the request with what is remembered of the series of the book, when it is asked for. */
async function speechOf(
  context: ProcessContext,
  options: OptionValues<typeof runOptions>,
  { asked, series }: { readonly asked: NarrationRequest; readonly series: NamedSpeech | undefined },
): Promise<Pick<SeriesSpeech, 'request'> & Partial<SeriesSpeech>> {
  if (!series) return { request: asked };
  const { stateFolder, signal, stderr } = context;
  const { print: say, warn } = messageView(stderr, options);
  // The run itself gives the warnings.
  const settings = await loadProcessSettings(context, () => undefined);
  return await seriesSpeech(asked, series, { settings, stateFolder, signal, say, warn });
}
