import type { Block } from '../../core/book.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { halvePiece, isMark, markedText, pieceText } from './cut-pieces.ts';
import type { Piece } from './cut-pieces.ts';
import type { ScriptStep } from '../narration-event.ts';
import { sideBySide } from '../side-by-side.ts';
import { guardPiece } from './guard-piece.ts';
import type { GuardedBlocks } from './guard-piece.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import type { ScriptExpectation } from '../script-expectation.ts';

/** Options of `scriptPiece`. */
export interface PieceOptions {
  readonly model: LanguageModel;
  readonly expectation: ScriptExpectation;
  readonly parameters: GivenParameters;
  readonly language: string;
  readonly systemPrompt: string;
  readonly userPrompt: (text: string, precedingText: string) => string;
  readonly precedingText: string;
  readonly signal: AbortSignal;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

/** A model that fails on a quarter of a piece fails on its sentences, too. */
const maxHalvings = 2;
/** Shorter runs of text between two marks are not worth a call of the model. */
const minRunWords = 25;

/** Reports whether a piece is spoken unchanged because it has too few words. */
export function isShort(blocks: readonly Block[], { expectation }: Pick<PieceOptions, 'expectation'>): boolean {
  const words = countWordsOf(blocks.filter((block) => !isMark(block)));
  return words === 0 || (expectation.faithful && words < minRunWords);
}

/**
 * Returns the script of one piece: the model's, else those of its smaller pieces, else the piece itself. Throws only what the
 * model throws.
 */
export async function scriptPiece(piece: Piece, options: PieceOptions, halvings = maxHalvings): Promise<Block[]> {
  const { onStep } = options;
  const guarded = await complete(piece, options);
  const about = pieceText(piece).slice(0, 60);
  if (guarded.ok) {
    for (const reason of guarded.repairs) onStep?.({ action: 'repaired', reason, about });
    return [...guarded.blocks];
  }
  const halves = halvings > 0 ? halvePiece(piece, options.language) : undefined;
  onStep?.({ action: halves ? 'smaller-pieces' : 'source-text', reason: guarded.problem, about });
  return halves ? await scriptPieces(halves, options, halvings - 1) : [...piece.blocks];
}

async function scriptPieces(pieces: readonly Piece[], options: PieceOptions, halvings: number): Promise<Block[]> {
  const { model, language } = options;
  const scripts = await sideBySide(pieces, model.concurrency ?? 1, async (piece, index) => {
    if (isShort(piece.blocks, options)) return piece.blocks;
    const before = pieces[index - 1];
    const precedingText = before ? closingSentences(before.blocks, language) : options.precedingText;
    return await scriptPiece(piece, { ...options, precedingText }, halvings);
  });
  return scripts.flat();
}

async function complete(piece: Piece, options: PieceOptions): Promise<GuardedBlocks> {
  const { model, parameters, systemPrompt, signal, precedingText } = options;
  const userPrompt = options.userPrompt(markedText(piece.blocks), precedingText);
  const completion = await model.generate({ ...parameters, systemPrompt, userPrompt, signal });
  const guarded = guardPiece(completion, piece, options);
  await completion.record?.(guarded.ok);
  return guarded;
}

const maxClosingLength = 400;

/** Returns the last sentences of blocks as context for what follows, at most 400 characters. */
export function closingSentences(blocks: readonly Block[], language: string): string {
  const text = blocks
    .map((block) => block.text)
    .join(' ')
    .slice(-maxClosingLength * 2);
  let closing = '';
  for (const sentence of splitSentences(text, language).toReversed()) {
    if (closing.length + sentence.length > maxClosingLength) break;
    closing = `${sentence} ${closing}`;
  }
  return closing.trim() === '' ? text.slice(-maxClosingLength).replace(/^\S*\s/u, '') : closing.trim();
}
