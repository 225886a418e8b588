import { estimateTokens } from '../llm/estimate-tokens.ts';
import type { GenerateRequest, LanguageModel } from '../llm/language-model.ts';
import type { ModelPrices } from '../llm/model-prices.ts';

/** The usage of the language models of a run. */
export interface ModelUsage {
  /** Completions that were asked for. Kept ones do not count. */
  readonly requests: number;
  /** Tokens as the services counted them. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** In US dollars. Absent when the price of a model is not known. */
  readonly cost?: number | undefined;
}

/** Returns what a number of tokens costs. */
export function costOf(
  { promptTokens, completionTokens }: Pick<ModelUsage, 'promptTokens' | 'completionTokens'>,
  prices: ModelPrices,
): number {
  return (promptTokens * prices.prompt + completionTokens * prices.completion) / 1_000_000;
}

/** Returns usage with its cost: nothing for no request, and unknown where the price is. */
export function withCost(usage: Omit<ModelUsage, 'cost'>, prices: ModelPrices | undefined): ModelUsage {
  if (usage.requests === 0) return { ...usage, cost: 0 };
  return { ...usage, cost: prices && costOf(usage, prices) };
}

/** Returns what a request takes, without its cost: an answer is as long as it may be, unless its tokens are given. */
export function requestUsage(
  { systemPrompt = '', userPrompt = '', schema = {}, numPredict = 0 }: Omit<GenerateRequest, 'signal'>,
  completionTokens = numPredict,
): Omit<ModelUsage, 'cost'> {
  const promptTokens = estimateTokens(systemPrompt + userPrompt + JSON.stringify(schema));
  return { requests: 1, promptTokens, completionTokens };
}

/** Returns two usages together. The cost is unknown where one of them is. */
export function addUsage(left: ModelUsage, right: ModelUsage): ModelUsage {
  const cost = left.cost === undefined || right.cost === undefined ? undefined : left.cost + right.cost;
  return {
    requests: left.requests + right.requests,
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    cost,
  };
}

/** Counts what models are asked for. */
export class UsageMeter {
  #requests = 0;
  #promptTokens = 0;
  #completionTokens = 0;
  #cost: number | undefined = 0;

  /** Returns the model with its completions counted, at its prices. */
  watch(model: LanguageModel, prices: ModelPrices | undefined): LanguageModel {
    return {
      ...model,
      generate: async (request) => {
        const completion = await model.generate(request);
        const { promptTokens = 0, completionTokens = 0 } = completion.usage;
        this.#requests += 1;
        this.#promptTokens += promptTokens;
        this.#completionTokens += completionTokens;
        const cost = prices && costOf({ promptTokens, completionTokens }, prices);
        this.#cost = this.#cost === undefined || cost === undefined ? undefined : this.#cost + cost;
        return completion;
      },
    };
  }

  /** The counts until now. */
  get usage(): ModelUsage {
    const cost = this.#cost === undefined ? undefined : Math.round(this.#cost * 10_000) / 10_000;
    return {
      requests: this.#requests,
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
      cost: this.#requests === 0 ? undefined : cost,
    };
  }
}
