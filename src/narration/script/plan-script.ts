import type { Block, Chapter } from '../../core/book.ts';
import { bytesPerToken, estimateTokens } from '../../llm/estimate-tokens.ts';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import { cutPieces, isMark } from './cut-pieces.ts';
import type { ChapterPiece } from './cut-pieces.ts';
import { closingSentences } from './closing-sentences.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import type { ScriptExpectation } from '../script-expectation.ts';

/** A piece of a chapter and what stands before it. */
export interface ScriptPart {
  readonly piece: ChapterPiece;
  /** End of the book's text before the piece. */
  readonly precedingText: string;
}

/** A chapter in pieces for the model. */
export interface ScriptPlan {
  /** Headings and scene breaks before the first text. */
  readonly opening: readonly Block[];
  readonly parts: readonly ScriptPart[];
}

/** Divides a chapter into pieces of at most `maxTokens`, which have the headings inside of it as text. */
export function planScript({ blocks }: Pick<Chapter, 'blocks'>, language: string, maxTokens: number): ScriptPlan {
  const begin = Math.max(
    0,
    blocks.findIndex((block) => !isMark(block)),
  );
  const body = blocks.slice(begin).filter(({ text }) => text !== '');
  const pieces = cutPieces(body, maxTokens, language);
  const parts = pieces.map((piece, index) => ({ piece, precedingText: textBefore(pieces[index - 1], language) }));
  return { opening: blocks.slice(0, begin), parts };
}

/** Returns the end of a piece, for the one behind it. */
export function textBefore(piece: ChapterPiece | undefined, language: string): string {
  return closingSentences(piece?.blocks.map(({ text }) => text) ?? [], language);
}

/** Returns the parts of a chapter that are told: those with text besides headings and scene breaks. */
export function toldPieces({ parts }: ScriptPlan): readonly ScriptPart[] {
  return parts.filter(({ piece }) => piece.blocks.some((block) => !isMark(block)));
}

/** Tokens for the text around a piece and for the end of the script before it. */
export const frameTokens = 700;
/** Share of the completion's tokens to plan with. A model that needs all of them is usually cut off. */
const usableCompletion = 0.75;
const minTokens = 100;

/** The inputs from which the size of a piece follows. */
export interface PieceBudget {
  readonly model: LanguageModel;
  readonly prompt: string;
  readonly parameters: GivenParameters;
  readonly expectation: ScriptExpectation;
  readonly signal: AbortSignal;
}

/**
 * Returns the tokens of the longest answer that is asked for: as many as the model writes at once, where that is known, but half of its
 * context.
 */
export async function longestAnswer({
  model,
  parameters,
  signal,
}: Pick<PieceBudget, 'model' | 'parameters' | 'signal'>): Promise<number> {
  const { numCtx, numPredict } = resolveParameters(parameters);
  const { contextTokens, completionTokens = numPredict } = await model.limits(signal);
  const longest = parameters.numPredict ?? completionTokens;
  return Math.min(longest, Math.floor(Math.min(numCtx, contextTokens) / 2));
}

/** A script that is longer than twice its text is none that is used. */
const maxShare = 2;
/** Tokens for the form around an answer. */
const envelopeTokens = 200;

/** Returns the most tokens of the script of a text. A model that goes on longer does not find an end. */
export function scriptTokens(text: string, { length }: ScriptExpectation): number {
  return Math.ceil(estimateTokens(text) * Math.min(maxShare, length.max)) + envelopeTokens;
}

/** Returns the maximum tokens of a piece: its script must fit the completion, and prompt, piece and completion the context. */
export async function pieceTokens({ prompt, expectation, ...asked }: PieceBudget): Promise<number> {
  const { contextTokens } = await asked.model.limits(asked.signal);
  const context = Math.min(resolveParameters(asked.parameters).numCtx, contextTokens);
  const completion = await longestAnswer(asked);
  const byCompletion = (completion * usableCompletion) / Math.max(expectation.length.typical, 1 / bytesPerToken);
  const byContext = context - completion - estimateTokens(prompt) - frameTokens;
  return Math.max(minTokens, Math.floor(Math.min(byCompletion, byContext)));
}
