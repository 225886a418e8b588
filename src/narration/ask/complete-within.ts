import { AudiobookError } from '../../core/errors.ts';
import { promptTokens } from '../../llm/context-limit.ts';
import { generateDefaults } from '../../llm/language-model.ts';
import type { GenerateRequest, Generation, LanguageModel, ModelLimits } from '../../llm/language-model.ts';

/** A request with a limit for its answer. */
export type BoundedRequest = GenerateRequest & { readonly numPredict: number };
type UnsentRequest = Omit<BoundedRequest, 'signal'>;

/** Of the tokens that are counted without a tokenizer, English text has at least so many: three of its bytes are less than a token. */
const leastShare = 0.7;

/**
 * Completes a request, or returns undefined where it is longer than the model's context, as far as that is known or the service then
 * says. Throws what the model throws.
 */
export async function completeWithin(model: LanguageModel, request: BoundedRequest): Promise<Generation | undefined> {
  if (!mayFit(request, await model.limits(request.signal))) return undefined;
  try {
    const completion = await model.generate(request);
    return completion.stopReason === 'prompt-too-long' ? undefined : completion;
  } catch (thrown) {
    const isTooLong = thrown instanceof AudiobookError && thrown.code === 'model-unavailable';
    if (isTooLong && neededTokens(request) > (await model.limits(request.signal)).contextTokens) return undefined;
    throw thrown;
  }
}

/** Reports whether a request may fit into a context: that of the model, and no more than is asked for by default. */
export function mayFit(request: UnsentRequest, { contextTokens }: ModelLimits): boolean {
  return neededTokens(request) * leastShare <= Math.min(contextTokens, request.numCtx ?? generateDefaults.numCtx);
}

/** Returns the most tokens of a request and its answer. */
export function neededTokens(request: UnsentRequest): number {
  return promptTokens(request) + request.numPredict;
}
