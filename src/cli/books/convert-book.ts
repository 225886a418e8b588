import type { ProgressListener } from '../../core/progress.ts';
import { convert } from '../../pipeline/convert.ts';
import type { ConversionTools, NarrationRequest } from '../../pipeline/conversion.ts';
import type { OptionValues } from '../../pipeline/options/option.ts';
import type { providerOptions } from '../../pipeline/options/speech-options.ts';
import type { ConversionReport } from '../../pipeline/report/report.ts';
import { prepareTools } from '../../pipeline/open/prepare-tools.ts';
import { withStorage } from '../../server/cluster/queue/queue-settings.ts';
import type { JobRecord } from '../../server/jobs/job-record.ts';
import { mayAsk } from '../ask/ask.ts';
import { loadProcessSettings } from '../load-process-settings.ts';
import type { handOverOptions, runOptions } from '../options.ts';
import type { ProcessContext } from '../process-context.ts';
import { openProgressView } from '../view/open-progress-view.ts';
import type { ProgressView } from '../view/stream-views.ts';

/** Options of a run with tools of its own. */
export type ToolOptions = OptionValues<typeof runOptions & typeof providerOptions> & Pick<NarrationRequest, 'waitMs'>;

/** Opens the tools of a run, while a view shows what is waited for. */
export async function openTools(
  context: ProcessContext,
  options: ToolOptions,
  { onProgress, warn }: Pick<ProgressView, 'onProgress' | 'warn'>,
): Promise<ConversionTools & AsyncDisposable> {
  const { cacheFolder, stateFolder, signal } = context;
  const settings = await loadProcessSettings(context, warn);
  return await prepareTools({ ...options, settings, cacheFolder, stateFolder, signal, onProgress });
}

/** Shows the progress of a book while it is made. */
async function inView<T>(
  context: ProcessContext,
  options: OptionValues<typeof runOptions>,
  make: (view: ProgressView) => Promise<T>,
): Promise<T> {
  const view = await openProgressView(context, options);
  try {
    return await make(view);
  } finally {
    view.close();
  }
}

/** Makes an audiobook on this machine with tools of its own. Throws what the conversion throws. */
export async function convertAlone(
  context: ProcessContext,
  request: NarrationRequest,
  options: ToolOptions & { readonly narrated: boolean },
): Promise<ConversionReport> {
  if (mayAsk(context, options)) {
    const { offerNaturalVoice } = await import('../offer-natural-voice.ts');
    await offerNaturalVoice(context, options, request);
  }
  return await inView(context, options, async (view) => {
    await using tools = await openTools(context, options, view);
    if (tools.chosen.byDefault) view.print(`Speech provider: ${tools.chosen.provider.id} (default)`);
    if (!options.narrated) return await convert(request, tools);
    const { audiobook } = await import('../../pipeline/convert.ts');
    return await audiobook(request, tools);
  });
}

/** What makes one of several audiobooks: the tools of all, and who shows from now on what they report. */
interface SharedTools {
  readonly options: OptionValues<typeof runOptions>;
  readonly tools: ConversionTools;
  readonly show: (onProgress: ProgressListener) => void;
}

/** Makes one of several audiobooks with the tools of all. Throws what the conversion throws. */
export async function convertInBatch(
  context: ProcessContext,
  request: NarrationRequest,
  { options, tools, show }: SharedTools,
): Promise<ConversionReport> {
  return await inView(context, options, async ({ onProgress }) => {
    show(onProgress);
    return await convert(request, { ...tools, onProgress });
  });
}

/** A book that is left to a queue. */
type QueueOptions = OptionValues<typeof runOptions & typeof handOverOptions> & {
  readonly narrated: boolean;
  readonly fields: JobRecord['fields'];
};

/** Leaves a book to the workers of a queue. Throws what a run on this machine would throw. */
export async function leaveToQueue(
  context: ProcessContext,
  request: NarrationRequest,
  options: QueueOptions,
): Promise<ConversionReport> {
  const { handOver } = await import('../../server/cluster/hand-over/hand-over.ts');
  const { cacheFolder, signal } = context;
  const { narrated, fields, queue = '', storage } = options;
  return await inView(context, options, async ({ warn, print, onProgress }) => {
    const settings = withStorage(await loadProcessSettings(context, warn), storage);
    const tools = { queue, settings, cacheFolder, signal, onProgress, print };
    const kind = narrated ? 'audiobook' : 'synthesize';
    return await handOver({ kind, fields, request, password: request.password }, tools);
  });
}
