import path from 'node:path';
import { modelSetting } from '../../llm/model-settings.ts';
import { modelPrices } from '../../llm/model-prices.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { cacheCompletions } from '../../narration/cache-completions.ts';
import { UsageMeter } from '../../narration/usage-meter.ts';
import type { ModelUsage } from '../../narration/usage-meter.ts';
import { chooseModels } from '../../narration/choose-models.ts';
import { modelWithin } from '../costs/budget.ts';
import { placeOf } from '../store/store.ts';
import type { RunLog } from '../run-log.ts';
import { makeCasting } from './casting.ts';
import type { Casting, CastingOptions } from './casting.ts';
import type { CastRequest, CastTools } from './open-cast.ts';

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
