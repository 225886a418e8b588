import type { Block } from '../../core/book.ts';
import { AudiobookError } from '../../core/errors.ts';
import { languageName, sameLanguage } from '../../core/language.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { estimateTokens } from '../../llm/estimate-tokens.ts';
import type { Glossary } from './glossary.ts';
import { isForeignPhrase, vocabularyOf } from '../guard/shared-vocabulary.ts';
import type { Vocabulary } from '../guard/shared-vocabulary.ts';
import { guardTranslation } from '../guard/guard-translation.ts';
import type { GuardedTranslation } from '../guard/guard-translation.ts';
import type { ScriptStep } from '../narration-event.ts';
import { translationSystemPrompt, translationUserPrompt } from './translation-prompt.ts';

/** Options of `translateBlocks`. */
export interface TranslateOptions {
  readonly model: LanguageModel;
  /** BCP-47 code of blocks without a language of their own. */
  readonly language: string;
  /** BCP-47 code of the translation. */
  readonly target: string;
  readonly parameters: GivenParameters;
  readonly glossary: Glossary;
  readonly bookTitle: string;
  readonly signal: AbortSignal;
  /** Called with the number of translated paragraphs after every completion. */
  readonly onPiece?: ((done: number, paragraphs: number) => void) | undefined;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

/**
 * Translates blocks one by one. Nothing is left in the source language: throws `model-failed` when the model does not
 * translate a sentence.
 */
export async function translateBlocks(blocks: readonly Block[], options: TranslateOptions): Promise<Block[]> {
  const { language, target, glossary } = options;
  const texts = blocks.filter((block) => needsTranslation(block, language, target)).map(({ text }) => text);
  if (texts.length > 0) await glossary.learn(texts.join('\n\n'), options);
  let done = 0;
  const onDone = (count: number): void => {
    done += count;
    options.onPiece?.(done, texts.length);
  };
  const vocabulary = vocabularyOf(texts.join('\n'));
  const maxTokens = await batchTokens(options);
  const translated = await translateTexts(texts, '', { ...options, maxTokens, vocabulary, onDone });
  const next = translated.values();
  return blocks.map(({ language: own, ranges, ...block }) => {
    if (needsTranslation({ ...block, language: own }, language, target))
      return { ...block, text: next.next().value ?? '' };
    return ranges === undefined ? block : { ...block, ranges };
  });
}

/** Blocks without letters and blocks already in the target language stay. */
function needsTranslation(
  { text, language: own }: { readonly text: string; readonly language?: string | undefined },
  language: string,
  target: string,
): boolean {
  return /\p{L}/u.test(text) && !sameLanguage(own ?? language, target);
}

/** Tokens of a request. Models translate longer texts less well. */
export const maxBatchTokens = 1200;

async function batchTokens({ model, parameters, signal }: TranslateOptions): Promise<number> {
  const { numCtx, numPredict } = resolveParameters(parameters);
  const { contextTokens } = await model.limits(signal);
  return Math.min(maxBatchTokens, Math.floor(Math.min(numCtx, contextTokens) / 4), Math.floor(numPredict / 3));
}

interface Batch extends TranslateOptions {
  readonly maxTokens: number;
  /** The words of the chapter. */
  readonly vocabulary: Vocabulary;
  readonly onDone: (paragraphs: number) => void;
}

/** Halves texts until they fit a request, and again where a completion is not a translation. */
async function translateTexts(
  texts: readonly string[],
  precedingText: string,
  batch: Batch,
): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const halves = halve(texts, batch.language);
  if (!halves) return await translateSentence(texts, precedingText, batch);
  if (estimateTokens(texts.join('\n\n')) > batch.maxTokens) return await inHalves(halves, precedingText, batch);
  const guarded = await complete(texts, precedingText, 1, batch);
  if (guarded.ok) return guarded.paragraphs;
  batch.onStep?.({ action: 'smaller-pieces', reason: guarded.problem, about: beginningOf(texts) });
  return await inHalves(halves, precedingText, batch);
}

/** A single sentence is tried twice, with different seeds. A phrase in a third language may stay. */
async function translateSentence(
  texts: readonly string[],
  precedingText: string,
  batch: Batch,
): Promise<readonly string[]> {
  const first = await complete(texts, precedingText, 1, batch);
  if (first.ok) return first.paragraphs;
  const about = beginningOf(texts);
  batch.onStep?.({ action: 'asked-again', reason: first.problem, about });
  const second = await complete(texts, precedingText, 2, batch);
  if (second.ok) return second.paragraphs;
  if (second.problem === 'untranslated' && isForeignPhrase(texts.join(' '), batch.vocabulary)) {
    batch.onStep?.({ action: 'source-text', reason: 'untranslated', about });
    batch.onDone(1);
    return texts;
  }
  const message = `${batch.model.id} could not translate '${about}…' into ${languageName(batch.target)} (${second.problem}).`;
  throw new AudiobookError('model-failed', message);
}

function beginningOf(texts: readonly string[]): string {
  return (texts[0] ?? '').slice(0, 60);
}

interface Halves {
  readonly first: readonly string[];
  readonly second: readonly string[];
  /** The halves are sentences of one paragraph. */
  readonly joined: boolean;
}

/** Halves paragraphs, or the sentences of a single paragraph. Returns undefined for a single sentence. */
function halve(texts: readonly string[], language: string): Halves | undefined {
  const joined = texts.length === 1;
  const parts = joined ? splitSentences(texts[0] ?? '', language) : texts;
  if (parts.length < 2) return undefined;
  const middle = Math.ceil(parts.length / 2);
  const [first, second] = [parts.slice(0, middle), parts.slice(middle)];
  return joined ? { first: [first.join(' ')], second: [second.join(' ')], joined } : { first, second, joined };
}

const maxPrecedingLength = 300;

async function inHalves(
  { first, second, joined }: Halves,
  precedingText: string,
  batch: Batch,
): Promise<readonly string[]> {
  // A paragraph is done when all of its sentences are.
  const parts = joined ? { ...batch, onDone: () => undefined } : batch;
  const left = await translateTexts(first, precedingText, parts);
  const right = await translateTexts(second, left.at(-1)?.slice(-maxPrecedingLength) ?? precedingText, parts);
  if (!joined) return [...left, ...right];
  batch.onDone(1);
  return [[...left, ...right].join(' ')];
}

/** Uses a lower temperature than scripts do, and another seed for each attempt. */
async function complete(
  texts: readonly string[],
  precedingText: string,
  attempt: number,
  batch: Batch,
): Promise<GuardedTranslation> {
  const { model, parameters, language, target, bookTitle, glossary, signal } = batch;
  const nameLines = glossary.linesFor(texts.join('\n'));
  const completion = await model.generate({
    ...parameters,
    temperature: parameters.temperature ?? 0.3,
    seed: (parameters.seed ?? 0) + attempt,
    systemPrompt: translationSystemPrompt(language, target, bookTitle),
    userPrompt: translationUserPrompt(texts, { target, nameLines, precedingText }),
    signal,
  });
  const guarded = guardTranslation(completion, texts, { language, target });
  await completion.record?.(guarded.ok);
  if (guarded.ok) batch.onDone(texts.length);
  return guarded;
}
