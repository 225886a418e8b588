import { AudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { estimateTokens } from '../../llm/estimate-tokens.ts';
import type { LanguageModel } from '../../llm/language-model.ts';
import type { ModelPrices } from '../../llm/model-prices.ts';
import { costOf } from '../../narration/usage-meter.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { textOf } from '../../text/lexicon/spoken-part.ts';
import { speechCharges } from './speech-charges.ts';

/** The rest of the cost limit of a run, in US dollars. Requests are counted before they are sent, so that none exceeds the limit. */
export class Budget {
  readonly #limit: number;
  #spent = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Sends a request that costs about `expected`, when that fits. `actual` gives what it did cost. A request that fails is not
   * counted. Throws `bad-value` when it does not fit, and what `send` throws.
   */
  async pay<T>(expected: number, send: () => Promise<T>, actual?: (result: T) => number): Promise<T> {
    if (this.#spent + expected > this.#limit) throw overLimit(this.#limit, this.#spent);
    this.#spent += expected;
    try {
      const result = await send();
      if (actual) this.#spent += actual(result) - expected;
      return result;
    } catch (thrown) {
      this.#spent -= expected;
      throw thrown;
    }
  }
}

function overLimit(limit: number, spent: number): AudiobookError {
  return new AudiobookError(
    'bad-value',
    `Stopped at $${spent.toFixed(2)}: the next request would go over the limit of $${limit.toFixed(2)}. ` +
      'What is spoken and written is kept. Raise --max-cost and run the same command again.',
  );
}

/** Returns the budget of a run, or undefined without a limit. */
export function openBudget(maxCost: number | undefined): Budget | undefined {
  return maxCost === undefined ? undefined : new Budget(maxCost);
}

/** Returns a provider whose requests are counted. Without a budget, the same provider. */
export function withinBudget(budget: Budget | undefined, provider: SpeechProvider, settings: Settings): SpeechProvider {
  if (!budget) return provider;
  const chargeOf = speechCharges(provider, settings);
  return {
    ...provider,
    async synthesize(request) {
      const text = request.parts ? textOf(request.parts) : request.text;
      return await budget.pay(chargeOf(text, request.voice, request.delivery).cost ?? 0, () =>
        provider.synthesize(request),
      );
    },
  };
}

/** Returns the model with its requests counted. Without a budget or a price, the same model. */
export function modelWithin(
  budget: Budget | undefined,
  model: LanguageModel,
  prices: ModelPrices | undefined,
): LanguageModel {
  if (!budget || !prices) return model;
  return {
    ...model,
    async generate(request) {
      // As long as the question: a longer answer is counted when it is known.
      const tokens = estimateTokens([request.systemPrompt, request.userPrompt ?? request.prompt].join('\n'));
      const expected = costOf({ promptTokens: tokens, completionTokens: tokens }, prices);
      return await budget.pay(
        expected,
        () => model.generate(request),
        ({ usage }) => {
          const { promptTokens = tokens, completionTokens = tokens } = usage;
          return costOf({ promptTokens, completionTokens }, prices);
        },
      );
    },
  };
}
