import type { Block } from '../core/book.ts';
import { sameLanguage } from '../core/language.ts';
import type { ModelPrices, QuotedModelPrices } from '../llm/model-prices.ts';
import { estimateTokens } from '../llm/estimate-tokens.ts';
import { knownChapter } from './known-chapter.ts';
import { judgeUsage } from './judge/judge.ts';
import type { NarrationOptions, NumberedChapter } from './narration.ts';
import { frameTokens, pieceTokens, planScript } from './script/plan-script.ts';
import { maxBatchTokens } from './translation/translate-blocks.ts';
import { costOf } from './usage-meter.ts';
import type { ModelUsage } from './usage-meter.ts';

/** Prices of the models of a narration. */
export interface NarrationPrices {
  readonly model: QuotedModelPrices | undefined;
  readonly translator: QuotedModelPrices | undefined;
  /** Undefined also where no model of its own judges. */
  readonly judge?: QuotedModelPrices | undefined;
}

/**
 * Returns what a narration will ask for, kept scripts left out. Tokens are counted without the models' tokenizers and rather
 * too many than too few. Throws what `limits` of the model throws.
 */
export async function estimateUsage(
  chapters: readonly NumberedChapter[],
  options: NarrationOptions,
  prices: NarrationPrices,
): Promise<ModelUsage> {
  const parts = [];
  const directed: number[] = [];
  const { director } = options;
  for (const numbered of chapters) {
    const { blocks } = await knownChapter(numbered, options);
    if (blocks !== undefined) continue;
    parts.push(translationUsage(numbered.chapter.blocks, options, prices));
    if (director) directed.push(numbered.index);
    else parts.push(await scriptUsage(numbered.chapter.blocks, options, prices));
  }
  if (director?.isAsking && directed.length > 0) parts.push(withCost(director.estimate(directed), prices.model));
  return parts.reduce(addUsage, { requests: 0, promptTokens: 0, completionTokens: 0, cost: 0 });
}

function addUsage(left: ModelUsage, right: ModelUsage): ModelUsage {
  const cost = left.cost === undefined || right.cost === undefined ? undefined : left.cost + right.cost;
  return {
    requests: left.requests + right.requests,
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    cost,
  };
}

/** The counts of `requests` for a text of `tokens`, with a completion that is `share` times as long. */
function usageOf(requests: number, tokens: number, share: number): Omit<ModelUsage, 'cost'> {
  return {
    requests,
    promptTokens: Math.round(tokens + requests * frameTokens),
    completionTokens: Math.round(tokens * share),
  };
}

function withCost(usage: Omit<ModelUsage, 'cost'>, prices: ModelPrices | undefined): ModelUsage {
  if (usage.requests === 0) return { ...usage, cost: 0 };
  return { ...usage, cost: prices && costOf(usage, prices) };
}

function translationUsage(
  blocks: readonly Block[],
  { translation, language }: NarrationOptions,
  prices: NarrationPrices,
): ModelUsage {
  const isNeeded = translation !== undefined && !sameLanguage(language, translation.target);
  const tokens = isNeeded ? tokensOf(blocks) : 0;
  return withCost(usageOf(Math.ceil(tokens / maxBatchTokens), tokens, 1), prices.translator);
}

async function scriptUsage(
  blocks: readonly Block[],
  { task, prompt, model, parameters, language, signal, judge }: NarrationOptions,
  prices: NarrationPrices,
): Promise<ModelUsage> {
  if (prompt === '' || !model) return withCost(usageOf(0, 0, 0), undefined);
  const { expectation } = task;
  const given = { model, prompt, parameters: task.getLlmParams(parameters), expectation, signal };
  const { parts } = planScript({ blocks }, language, await pieceTokens(given));
  const sent = parts.map(({ piece }) => piece.blocks);
  const usage = usageOf(sent.length, tokensOf(sent.flat()), expectation.length.typical);
  const promptTokens = usage.promptTokens + sent.length * estimateTokens(prompt);
  const isJudged = expectation.related && judge !== false && sent.length > 0;
  const text = sent
    .flat()
    .map((block) => block.text)
    .join('\n');
  // A chapter in several parts is planned from all of its text.
  const planned = sent.length > 1 ? estimateTokens(text) : 0;
  const written = { ...usage, requests: usage.requests + Number(planned > 0), promptTokens: promptTokens + planned };
  const judged = isJudged ? judgeUsage(text, expectation.length.typical) : usageOf(0, 0, 0);
  return addUsage(withCost(written, prices.model), withCost(judged, judge ? prices.judge : prices.model));
}

function tokensOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}
