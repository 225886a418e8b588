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
  const parts = pieces.map((piece, index) => ({
    piece,
    precedingText: closingSentences(pieces[index - 1]?.blocks ?? [], language),
  }));
  return { opening: blocks.slice(0, begin), parts };
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

/** Returns the maximum tokens of a piece: its script must fit the completion, and prompt, piece and completion the context. */
export async function pieceTokens({ model, prompt, parameters, expectation, signal }: PieceBudget): Promise<number> {
  const { numCtx, numPredict } = resolveParameters(parameters);
  const { contextTokens } = await model.limits(signal);
  const context = Math.min(numCtx, contextTokens);
  const completion = Math.min(numPredict, Math.floor(context / 2));
  const byCompletion = (completion * usableCompletion) / Math.max(expectation.length.typical, 1 / bytesPerToken);
  const byContext = context - completion - estimateTokens(prompt) - frameTokens;
  return Math.max(minTokens, Math.floor(Math.min(byCompletion, byContext)));
}
