import type { Chapter } from '../core/book.ts';
import { sameLanguage } from '../core/language.ts';
import type { LanguageModel } from '../llm/language-model.ts';
import type { QuotedModelPrices } from '../llm/model-prices.ts';
import { estimateTokens } from '../llm/estimate-tokens.ts';
import { titleQuestion } from './add-chapter-title.ts';
import { knownChapter } from './known-chapter.ts';
import { judgeTrialUsage, judgeUsage } from './judge/judge-usage.ts';
import type { NarrationOptions, NumberedChapter } from './narration.ts';
import { isShort } from './new-script.ts';
import type { ScriptExpectation } from './script-expectation.ts';
import { pieceText } from './script/cut-pieces.ts';
import { frameTokens, pieceTokens, planScript, toldPieces } from './script/plan-script.ts';
import { expectationOf, isJudged } from './tasks/task.ts';
import { Glossary, glossaryFile } from './translation/glossary.ts';
import { batchTokens } from './translation/translate-blocks.ts';
import { textsToTranslate, toBatches, withTitle } from './translation/translation-batches.ts';
import { addUsage, requestUsage, withCost } from './usage-meter.ts';
import type { ModelUsage } from './usage-meter.ts';

/** Prices of the models of a narration. */
export interface NarrationPrices {
  readonly model: QuotedModelPrices | undefined;
  readonly translator: QuotedModelPrices | undefined;
  /** Undefined also where no model of its own judges. */
  readonly judge?: QuotedModelPrices | undefined;
}

/**
 * Returns what a narration will ask for when every answer is of use, kept scripts left out. Tokens are counted without the models'
 * tokenizers and rather too many than too few. Throws what `limits` of the models throws.
 */
export async function estimateUsage(
  chapters: readonly NumberedChapter[],
  options: NarrationOptions,
  prices: NarrationPrices,
): Promise<ModelUsage> {
  const { director } = options;
  const missing: MissingChapter[] = [];
  for (const numbered of chapters) {
    const { title, blocks } = await knownChapter(numbered, options);
    if (title === undefined || blocks === undefined) missing.push({ ...numbered, isTold: blocks === undefined });
  }
  const texts = chapters.map(({ chapter }) => chapter.blocks.map(({ text }) => text).join('\n\n'));
  const told = missing.filter(({ isTold }) => isTold);
  const parts = [
    ...missing.map(({ chapter }) => titleUsage(chapter, options, prices)),
    await translationUsage(told, texts, options, prices),
  ];
  if (!director) parts.push(await scriptsUsage(told, texts, options, prices));
  else if (director.isAsking && told.length > 0)
    parts.push(withCost(director.estimate(told.map(({ index }) => index)), prices.model));
  return parts.reduce(addUsage, nothing);
}

const nothing: ModelUsage = { requests: 0, promptTokens: 0, completionTokens: 0, cost: 0 };

/** A chapter of which something is not known. */
interface MissingChapter extends NumberedChapter {
  /** Whether its text is made by a model. Otherwise only its title is. */
  readonly isTold: boolean;
}

/** The counts of `requests` for a text of `tokens`, with a completion that is `share` times as long. */
function usageOf(requests: number, tokens: number, share: number): Omit<ModelUsage, 'cost'> {
  return {
    requests,
    promptTokens: Math.round(tokens + requests * frameTokens),
    completionTokens: Math.round(tokens * share),
  };
}

/** Returns what the title of a chapter takes where the book has none. */
function titleUsage(
  chapter: Chapter,
  { model, translation, language }: NarrationOptions,
  prices: NarrationPrices,
): ModelUsage {
  const titler = model ?? translation?.model;
  if (chapter.titleSource !== 'number' || !titler) return nothing;
  return withCost(requestUsage(titleQuestion(chapter, language)), model ? prices.model : prices.translator);
}

/** Returns what the names and the style of a book, and its chapters, take. */
async function translationUsage(
  chapters: readonly MissingChapter[],
  texts: readonly string[],
  { translation, language, folder, parameters = {}, signal }: NarrationOptions,
  prices: NarrationPrices,
): Promise<ModelUsage> {
  const isNeeded = translation !== undefined && !sameLanguage(language, translation.target) && chapters.length > 0;
  if (!isNeeded) return nothing;
  const { target, model } = translation;
  const glossary = await Glossary.open(glossaryFile(folder, target));
  const maxTokens = await batchTokens({ model, parameters, signal });
  const batches = chapters.flatMap(({ chapter }) =>
    toBatches(textsToTranslate(withTitle(chapter), { language, target }), maxTokens),
  );
  const sizes = batches.map((batch) => batch.reduce((sum, text) => sum + estimateTokens(text), 0));
  // A paragraph that is too long for one request takes several.
  const requests = sizes.reduce((sum, size) => sum + Math.ceil(size / maxTokens), 0);
  const tokens = sizes.reduce((sum, size) => sum + size, 0);
  const parts = [
    ...glossary.requests(texts, { language, target }).map((question) => requestUsage(question)),
    usageOf(requests, tokens, 1),
  ].map((part) => withCost(part, prices.translator));
  return parts.reduce(addUsage);
}

/** Returns what retelling chapters takes, with what judges them. */
async function scriptsUsage(
  chapters: readonly MissingChapter[],
  texts: readonly string[],
  options: NarrationOptions,
  prices: NarrationPrices,
): Promise<ModelUsage> {
  const { task, prompt, model, judge = model } = options;
  const told = chapters.filter(({ chapter }) => !isShort(chapter));
  if (prompt === '' || !model || told.length === 0) return nothing;
  const expectation = expectationOf(task, prompt);
  const scripts = await Promise.all(
    told.map(async ({ chapter }) => await scriptUsage(chapter, expectation, { ...options, model })),
  );
  const written = scripts.map(({ usage }) => withCost(usage, prices.model));
  if (!judge || !isJudged(expectation)) return written.reduce(addUsage);
  const judging = [
    judgeTrialUsage({ chapters: texts, language: options.language }),
    ...(await judgementsUsage(scripts, expectation, judge, options)),
  ].map((usage) => withCost(usage, options.judge ? prices.judge : prices.model));
  return [...written, ...judging].reduce(addUsage);
}

async function judgementsUsage(
  scripts: readonly { readonly sources: readonly string[] }[],
  { length }: ScriptExpectation,
  judge: LanguageModel,
  { signal }: Pick<NarrationOptions, 'signal'>,
): Promise<readonly Omit<ModelUsage, 'cost'>[]> {
  const limits = await judge.limits(signal);
  return scripts.flatMap(({ sources }) => (sources.length === 0 ? [] : [judgeUsage(sources, length.typical, limits)]));
}

/** Returns what the parts of a chapter take, and their texts. */
async function scriptUsage(
  { blocks }: Chapter,
  expectation: ScriptExpectation,
  { task, prompt, model, parameters, language, signal }: NarrationOptions & { readonly model: LanguageModel },
): Promise<{ readonly sources: readonly string[]; readonly usage: Omit<ModelUsage, 'cost'> }> {
  const given = { model, prompt, parameters: task.getLlmParams(parameters), expectation, signal };
  const pieces = toldPieces(planScript({ blocks }, language, await pieceTokens(given)));
  const sources = pieces.map(({ piece }) => pieceText(piece));
  const tokens = sources.reduce((sum, text) => sum + estimateTokens(text), 0);
  const { requests, promptTokens, completionTokens } = usageOf(sources.length, tokens, expectation.length.typical);
  // A chapter in several parts is planned from all of its text.
  const isPlanned = sources.length > 1;
  return {
    sources,
    usage: {
      requests: requests + Number(isPlanned),
      promptTokens: promptTokens + requests * estimateTokens(prompt) + (isPlanned ? tokens : 0),
      completionTokens,
    },
  };
}
