import path from 'node:path';
import { modelSetting } from '../../llm/model-settings.ts';
import { modelPrices } from '../../llm/model-prices.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { cacheCompletions } from '../../narration/cache-completions.ts';
import { UsageMeter } from '../../narration/usage-meter.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import { chooseModels } from '../../narration/choose-models.ts';
import type { ConversionRequest, ConversionTools } from '../conversion.ts';
import { modelWithin } from '../plan/budget.ts';
import type { Budget } from '../plan/budget.ts';
import type { SegmentStore } from '../store/segment-store.ts';
import { placeOf } from '../store/store.ts';
import type { RunLog } from '../run-log.ts';
import { makeCasting } from './casting.ts';
import type { Casting, CastingOptions } from './casting.ts';

/** The parts of a request that decide on the voices of a run. */
export type CastRequest = Pick<
  ConversionRequest,
  'castSource' | 'voice' | 'language' | 'languageSwitch' | 'model' | 'llmBaseUrl'
>;

/** The tools a cast is opened with. */
export interface CastTools extends Pick<ConversionTools, 'settings' | 'signal'> {
  readonly chosen: Pick<ConversionTools['chosen'], 'provider'>;
  /** Keeps the answers of the model. */
  readonly store: Pick<SegmentStore, 'folder'>;
  /** The limit for the cost of the model's answers. */
  readonly budget?: Budget | undefined;
  /** Whether nothing is to be made: no model is asked who speaks, and a missing voice is no failure. Default: `false`. */
  readonly isPlanOnly?: boolean | undefined;
}

/** Answers of models about who speaks in books. */
const answersSort = { name: 'answers', version: 1 } as const;

/** Finds out who speaks in a run, with the chosen model where there is one. Throws as `chooseModels` and `makeCasting` do. */
export async function castRun(
  request: CastRequest,
  source: Pick<CastingOptions, 'read' | 'run' | 'language' | 'narrator'>,
  tools: CastTools,
  { onProgress }: RunLog,
): Promise<Casting> {
  const { chosen, signal, isPlanOnly } = tools;
  return await makeCasting({
    ...source,
    sourceLanguage: request.language ?? source.run.book.metadata.language,
    provider: chosen.provider,
    ...(isPlanOnly ? undefined : await castModel(request, tools)),
    signal,
    onProgress,
  });
}

/** Returns the chosen model and what it was asked for, or nothing when none was chosen. Its answers are kept, so that it is asked once. */
async function castModel(
  { model: name, llmBaseUrl: baseUrl }: CastRequest,
  { settings, store, signal, budget }: CastTools,
): Promise<{ readonly model: LanguageModel; readonly usage: () => ModelUsage } | undefined> {
  if ((name ?? settings.get(modelSetting)) === undefined) return undefined;
  const { model } = await chooseModels(settings, {
    name,
    baseUrl,
    scripts: true,
    translate: false,
    signal,
  });
  if (!model) return undefined;
  const meter = new UsageMeter();
  const prices = modelPrices(model.id, settings, baseUrl);
  const paid = meter.watch(modelWithin(budget, model, prices), prices);
  const fileOf = (hash: string): string => path.join(store.folder, placeOf(answersSort, hash));
  return { model: cacheCompletions(paid, fileOf), usage: () => meter.usage };
}
