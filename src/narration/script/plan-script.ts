import type { Block, Chapter } from '../../core/book.ts';
import { bytesPerToken, estimateTokens } from '../../llm/estimate-tokens.ts';
import { resolveParameters } from '../../llm/resolve-parameters.ts';
import { cutPieces, isMark } from './cut-pieces.ts';
import type { ChapterPiece } from './cut-pieces.ts';
import { closingSentences } from './closing-sentences.ts';
import type { PieceOptions } from './script-piece.ts';

/** A piece and the marks before it, which the model does not get. */
export interface ScriptPart {
  readonly marks: readonly Block[];
  readonly piece: ChapterPiece;
  /** End of the book's text before the piece. */
  readonly precedingText: string;
}

/** A chapter in pieces for the model. */
export interface ScriptPlan {
  /** Marks before the first text. */
  readonly opening: readonly Block[];
  readonly parts: readonly ScriptPart[];
}

/**
 * Divides a chapter into pieces of at most `maxTokens`. Marks inside a piece travel with its text. The pieces of a free script
 * have the headings as text.
 */
export function planScript(
  { blocks }: Pick<Chapter, 'blocks'>,
  { expectation, language }: Pick<PieceOptions, 'expectation' | 'language'>,
  maxTokens: number,
): ScriptPlan {
  const begin = Math.max(
    0,
    blocks.findIndex((block) => !isMark(block)),
  );
  const rest = blocks.slice(begin);
  const body = expectation.faithful ? rest : rest.filter(({ text }) => text !== '');
  const parts: ScriptPart[] = [];
  let marks: Block[] = [];
  let preceding: readonly Block[] = [];
  for (const { blocks: cut } of cutPieces(body, maxTokens, language)) {
    const all = [...marks, ...cut];
    // A heading belongs to the text after it.
    const end = expectation.faithful ? all.findLastIndex((block) => !isMark(block)) + 1 : all.length;
    const start = expectation.faithful && end > 0 ? all.findIndex((block) => !isMark(block)) : 0;
    marks = all.slice(end);
    if (end === 0) continue;
    const piece = { blocks: all.slice(start, end) };
    parts.push({ marks: all.slice(0, start), piece, precedingText: closingSentences(preceding, language) });
    preceding = piece.blocks;
  }
  if (marks.length > 0) parts.push({ marks, piece: { blocks: [] }, precedingText: '' });
  return { opening: blocks.slice(0, begin), parts };
}

/** Tokens for the text around a piece and for the end of the script before it. */
export const frameTokens = 700;
/** Share of the completion's tokens to plan with. A model that needs all of them is usually cut off. */
const usableCompletion = 0.75;
const minTokens = 100;

/** The inputs from which the size of a piece follows. */
export type PieceBudget = Pick<PieceOptions, 'model' | 'parameters' | 'expectation' | 'signal'> & {
  readonly prompt: string;
};

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
