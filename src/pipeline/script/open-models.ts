import { chooseModels } from '../../narration/choose-models.ts';
import type { ChooseModelsOptions, ChosenModels } from '../../narration/choose-models.ts';
import type { NarrationPrices } from '../../narration/estimate-usage.ts';
import type { ScriptStep } from '../../narration/narration-event.ts';
import { UsageMeter } from '../../narration/usage-meter.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import { modelPrices } from '../../llm/model-prices.ts';
import type { QuotedModelPrices } from '../../llm/model-prices.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { modelWithin } from '../plan/budget.ts';
import type { Budget } from '../plan/budget.ts';
import type { ModelBill } from '../plan/estimate-cost.ts';
import type { RunLog } from '../run-log.ts';

/** The models of a narration, watched by one meter. */
export interface OpenModels extends ChosenModels {
  readonly prices: NarrationPrices;
  readonly meter: UsageMeter;
}

/** Sees what models are asked, which are needed then, and what becomes of their answers. */
export interface ModelWatch {
  readonly model: (model: LanguageModel) => LanguageModel;
  readonly onStep: (step: ScriptStep) => void;
}

/** What the models of a narration are opened with. */
type ModelTools = Pick<ConversionTools, 'settings' | 'signal'> & {
  readonly log: Pick<RunLog, 'onProgress'>;
  readonly budget?: Budget | undefined;
  readonly watch?: ModelWatch | undefined;
};

/** What the models of a narration are for. */
export type NeededModels = Pick<ChooseModelsOptions, 'scripts' | 'translate' | 'optional' | 'judged'>;

/** Opens the models of a narration within the limit for its cost. Throws as `chooseModels` does. */
export async function openModels(
  {
    model: name,
    judgeModel: judgeName,
    llmBaseUrl: baseUrl,
  }: Pick<NarrationRequest, 'model' | 'judgeModel' | 'llmBaseUrl'>,
  needed: NeededModels,
  { settings, signal, log, budget, watch }: ModelTools,
): Promise<OpenModels> {
  const onRetry: ChooseModelsOptions['onRetry'] = ({ attempt, delayMs, error }) =>
    log.onProgress({ type: 'model-retry', attempt, delayMs, reason: error.message });
  const onChosen = (chosen: string): void => log.onProgress({ type: 'model-chosen', model: chosen });
  const optional = needed.optional && !watch;
  const names = { name, judgeName, baseUrl };
  const models = await chooseModels(settings, { ...needed, ...names, optional, onRetry, onChosen, signal });
  const pricesOf = (model: LanguageModel | undefined): QuotedModelPrices | undefined =>
    model && modelPrices(model.id, settings, baseUrl);
  const prices = {
    model: pricesOf(models.model),
    translator: pricesOf(models.translator),
    judge: pricesOf(models.judge),
  };
  const meter = new UsageMeter();
  const watched = (
    model: LanguageModel | undefined,
    price: QuotedModelPrices | undefined,
  ): LanguageModel | undefined => {
    const counted = model && meter.watch(modelWithin(budget, model, price), price);
    return counted && watch ? watch.model(counted) : counted;
  };
  return {
    model: watched(models.model, prices.model),
    translator: watched(models.translator, prices.translator),
    judge: watched(models.judge, prices.judge),
    prices,
    meter,
  };
}

/** Returns the models with their prices, each once. */
export function pricedModels({ model, translator, judge }: ChosenModels, prices: NarrationPrices): ModelBill['models'] {
  const all = [
    ...(model ? [{ id: model.id, prices: prices.model }] : []),
    ...(translator ? [{ id: translator.id, prices: prices.translator }] : []),
    ...(judge ? [{ id: judge.id, prices: prices.judge }] : []),
  ];
  return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
}
