import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { generateDefaults } from '../../llm/language-model.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { findDoubts } from '../guard/translation/doubts/find-doubts.ts';
import type { TranslationDoubt } from '../guard/translation/doubts/translation-doubt.ts';
import { guardTranslation } from '../guard/translation/guard-translation.ts';
import type { GuardedTranslation } from '../guard/translation/guard-translation.ts';
import type { TranslationLengths } from '../guard/translation/translation-lengths.ts';
import type { Judge } from '../judge/judge.ts';
import { scriptEnvelope } from '../tasks/script-envelope.ts';
import type { Glossary } from './glossary.ts';
import { translationEnvelope, translationSystemPrompt, translationUserPrompt } from './translation-prompt.ts';

/** What all requests for the translation of a book share. */
export interface TranslationRequests {
  readonly model: LanguageModel;
  /** BCP-47 code of blocks without a language of their own. */
  readonly language: string;
  /** BCP-47 code of the translation. */
  readonly target: string;
  readonly parameters: GivenParameters;
  /** Knows the names of the whole book. */
  readonly glossary: Glossary;
  /** Lengths of the translations of the whole book. */
  readonly lengths: TranslationLengths;
  readonly bookTitle: string;
  readonly signal: AbortSignal;
  /** Says whether a doubtful paragraph is right. */
  readonly judge?: Judge | undefined;
}

/** What one request for a translation has beside its paragraphs. */
export interface Attempt {
  readonly precedingText: string;
  /** Counted from 1. */
  readonly attempt: number;
  /** What was doubtful about an earlier translation. */
  readonly doubts?: readonly TranslationDoubt[] | undefined;
  /** The text was refused, and is asked for alone without a number. */
  readonly isPlain?: boolean | undefined;
}

/** An accepted translation with what is doubtful about each of its paragraphs, or why there is none, with the words of the answer. */
export type Translation =
  | (Extract<GuardedTranslation, { ok: true }> & { readonly doubts: readonly (readonly TranslationDoubt[])[] })
  | (Extract<GuardedTranslation, { ok: false }> & { readonly words: string });

/** A word in another script may take four times as many tokens as in that of the book. */
const maxShare = 4;
/** Tokens for the form around each paragraph. */
const formTokens = 30;

/** Returns the most tokens of a translation. A model that goes on longer does not find an end. */
function translationTokens(texts: readonly string[]): number {
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text) * maxShare + formTokens, formTokens);
  return Math.min(tokens, generateDefaults.numPredict);
}

/**
 * Asks for a translation of paragraphs and checks it. Uses a lower temperature than scripts do, and another seed for each attempt.
 */
export async function requestTranslation(
  texts: readonly string[],
  { precedingText, attempt, doubts, isPlain }: Attempt,
  { model, parameters, language, target, lengths, bookTitle, glossary, signal }: TranslationRequests,
): Promise<Translation> {
  const names = glossary.namesIn(texts.join('\n'));
  const nameLines = names.map(([name, form]) => `${name} = ${form}`);
  const isStructured = model.structured ?? false;
  const system = translationSystemPrompt(language, target, bookTitle, glossary.style);
  const envelope = isPlain ? scriptEnvelope(isStructured) : translationEnvelope(texts.length, isStructured);
  const frame = { target, isPlain, answerRule: envelope.instruction };
  const completion = await model.generate({
    ...parameters,
    temperature: parameters.temperature ?? 0.2,
    seed: (parameters.seed ?? 0) + attempt,
    numPredict: parameters.numPredict ?? translationTokens(texts),
    systemPrompt: system,
    userPrompt: translationUserPrompt(texts, { ...frame, doubts, nameLines, precedingText }),
    schema: envelope.schema,
    signal,
  });
  const request = `${system}\n${translationUserPrompt([''], { ...frame, nameLines: [], precedingText: '' })}`;
  const guarded = await guardTranslation(completion, texts, { language, target, lengths, request, isPlain });
  await completion.record?.(guarded.ok);
  if (!guarded.ok) return { ...guarded, words: completion.text };
  const context = { language, target, names, usualShare: lengths.usual };
  return { ...guarded, doubts: findDoubts(guarded.paragraphs, texts, context) };
}
