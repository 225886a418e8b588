import type { Block } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import { languageName } from '../../core/language.ts';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import type { TranslationProblem } from '../guard/translation/guard-translation.ts';
import { isForeignPhrase, vocabularyOf } from '../guard/translation/shared-vocabulary.ts';
import type { Vocabulary } from '../guard/translation/shared-vocabulary.ts';
import type { ScriptStep } from '../narration-event.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { closingSentences } from '../script/closing-sentences.ts';
import type { Refusals } from '../script/refusals.ts';
import { requestTranslation } from './request-translation.ts';
import type { Attempt, Translation, TranslationRequests } from './request-translation.ts';
import { settleDoubts } from './settle-doubts.ts';
import {
  beginningOf,
  halveTexts,
  isTooLong,
  needsTranslation,
  textsToTranslate,
  toBatches,
} from './translation-batches.ts';
import type { Halves } from './translation-batches.ts';

/** Options of `translateBlocks`. */
export interface TranslateOptions extends TranslationRequests {
  /** Leave a sentence that cannot be translated in the source language, as a gap. Default: `false`. */
  readonly allowGaps?: boolean | undefined;
  /** Counts the sentences of the book that are left so, one after the other. */
  readonly refusals?: Refusals | undefined;
  /** Called with the number of translated paragraphs after every completion. */
  readonly onPiece?: ((done: number, paragraphs: number) => void) | undefined;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

/**
 * Translates blocks one by one, several requests side by side. Throws `model-failed` when the model does not translate a
 * sentence, unless gaps are allowed: then its paragraph has the sentence in the source language, but for the third one in a row.
 */
export async function translateBlocks(blocks: readonly Block[], options: TranslateOptions): Promise<Block[]> {
  const { language, target, model } = options;
  const texts = textsToTranslate(blocks, { language, target });
  let done = 0;
  const onDone = (count: number): void => {
    done += count;
    options.onPiece?.(done, texts.length);
  };
  const maxTokens = await batchTokens(options);
  const left = new Set<string>();
  const headings = new Set(blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text));
  const batch = { ...options, maxTokens, left, headings, vocabulary: vocabularyOf(texts.join('\n')), onDone };
  const batches = toBatches(texts, maxTokens);
  const translated = await mapConcurrently(batches, model.concurrency ?? 1, async (part, index) =>
    translateTexts(part, closingSentences(batches[index - 1] ?? [], language), batch),
  );
  const next = translated.flat().values();
  return blocks.map((block) => {
    const { language: own, ...unchanged } = block;
    if (!needsTranslation(block, { language, target })) return unchanged;
    const { ranges: _ranges, source: _source, emphasis: _emphasis, ...rest } = unchanged;
    const text = next.next().value ?? '';
    return left.has(text) ? { ...rest, text, language: own ?? language } : { ...rest, text };
  });
}

/** Tokens of a request. Models translate longer texts less well. */
const maxBatchTokens = 1200;

/** Returns the most tokens of the texts of a request. Throws what `limits` of the model throws. */
export async function batchTokens({
  model,
  parameters,
  signal,
}: Pick<TranslateOptions, 'model' | 'parameters' | 'signal'>): Promise<number> {
  const { numCtx, numPredict } = resolveParameters(parameters);
  const { contextTokens } = await model.limits(signal);
  return Math.min(maxBatchTokens, Math.floor(Math.min(numCtx, contextTokens) / 4), Math.floor(numPredict / 3));
}

interface Batch extends TranslateOptions {
  readonly maxTokens: number;
  /** Texts that stay in the source language. */
  readonly left: Set<string>;
  /** Texts of headings. One that cannot be translated is no reason to end. */
  readonly headings: ReadonlySet<string>;
  /** The words of the chapter. */
  readonly vocabulary: Vocabulary;
  readonly onDone: (paragraphs: number) => void;
}

/** Halves texts where a completion is not a translation. */
async function translateTexts(
  texts: readonly string[],
  precedingText: string,
  batch: Batch,
): Promise<readonly string[]> {
  const halves = halveTexts(texts, batch.language);
  if (!halves) return await translateSentence(texts, precedingText, batch);
  if (isTooLong(texts, batch.maxTokens)) return await inHalves(halves, precedingText, batch);
  const guarded = await complete(texts, { precedingText, attempt: 1 }, batch);
  if (guarded.ok) return guarded.paragraphs;
  batch.onStep?.({ action: 'smaller-pieces', reason: guarded.problem, about: beginningOf(texts) });
  return await inHalves(halves, precedingText, batch);
}

/** A single sentence is tried twice, the second time alone as plain text. A phrase in a third language may stay. */
async function translateSentence(
  texts: readonly string[],
  precedingText: string,
  batch: Batch,
): Promise<readonly string[]> {
  const first = await complete(texts, { precedingText, attempt: 1 }, batch);
  if (first.ok) return first.paragraphs;
  batch.onStep?.({ action: 'asked-again', reason: first.problem, about: beginningOf(texts) });
  const second = await complete(texts, { precedingText, attempt: 2, isPlain: true }, batch);
  if (second.ok) return second.paragraphs;
  return leftAsItIs(texts, second, batch);
}

function leftAsItIs(
  texts: readonly string[],
  { problem, words }: Extract<Translation, { ok: false }>,
  batch: Batch,
): readonly string[] {
  const action = actionFor(texts, problem, batch);
  const { refusals, model, allowGaps } = batch;
  if (action === 'gap' && !allowGaps) throw untranslatable(texts, problem, batch);
  if (action === 'gap' && refusals) {
    refusals.refuse(refusals.start(), model.id, words);
    if (refusals.failure) throw refusals.failure;
  }
  const about = action === 'source-text' ? beginningOf(texts) : texts.join(' ');
  batch.onStep?.({ action, reason: problem, about });
  for (const text of texts) batch.left.add(text);
  batch.onDone(1);
  return texts;
}

/** Returns what it is to leave texts as they are: a phrase in a third language and a heading may stay. */
function actionFor(texts: readonly string[], problem: TranslationProblem, batch: Batch): ScriptStep['action'] {
  if (problem === 'untranslated' && isForeignPhrase(texts.join(' '), batch.vocabulary)) return 'source-text';
  return texts.every((text) => batch.headings.has(text)) ? 'doubtful' : 'gap';
}

function untranslatable(texts: readonly string[], problem: string, { model, target }: Batch): AudiobookError {
  const message = `${model.id} could not translate '${beginningOf(texts)}…' into ${languageName(target)} (${problem}). Another --seed asks again; --allow-gaps leaves such sentences as they are.`;
  return new AudiobookError('model-failed', message);
}

async function inHalves(
  { first, second, joined }: Halves,
  precedingText: string,
  batch: Batch,
): Promise<readonly string[]> {
  // A paragraph is done when all of its sentences are.
  const parts = joined ? { ...batch, onDone: () => undefined } : batch;
  const left = await translateTexts(first, precedingText, parts);
  const right = await translateTexts(second, closingSentences(first, batch.language), parts);
  if (!joined) return [...left, ...right];
  batch.onDone(1);
  return [[...left, ...right].join(' ')];
}

/** Returns the translation of texts as it is used, or why the answer is none. */
async function complete(texts: readonly string[], attempt: Attempt, batch: Batch): Promise<Translation> {
  const guarded = await requestTranslation(texts, attempt, batch);
  if (!guarded.ok) return guarded;
  batch.refusals?.start();
  const paragraphs = await settleDoubts(guarded, texts, attempt.precedingText, batch);
  batch.onDone(texts.length);
  return { ...guarded, paragraphs };
}
