import type { Block } from '../../core/book.ts';
import type { GivenParameters, JsonSchema, LanguageModel } from '../../llm/language-model.ts';
import { AudiobookError } from '../../core/errors.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { halvePiece, isMark, markedText, pieceText } from './cut-pieces.ts';
import type { ChapterPiece } from './cut-pieces.ts';
import type { ScriptStep } from '../narration-event.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { guardPiece } from './guard-piece.ts';
import { wordsOfModel } from './refusals.ts';
import type { AnswerListener } from './refusals.ts';
import type { GuardedBlocks } from './guard-piece.ts';
import { refusalReason } from './refusal-reason.ts';
import { closingSentences } from './closing-sentences.ts';
import type { ScriptExpectation } from '../script-expectation.ts';

/** Options of `scriptPiece`. */
export interface PieceOptions {
  readonly model: LanguageModel;
  readonly expectation: ScriptExpectation;
  readonly parameters: GivenParameters;
  readonly language: string;
  readonly systemPrompt: string;
  /** Returns the request for a text. The last argument says why the last completion was not used. */
  readonly userPrompt: (text: string, precedingText: string, refusal?: string) => string;
  /** Schema of the completion, for a model that takes one. */
  readonly schema?: JsonSchema | undefined;
  readonly precedingText: string;
  /** Text of the whole chapter. */
  readonly chapter?: string | undefined;
  /** Go on without a script that is not faithful to the text. Default: `false`. */
  readonly allowGaps?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onAnswer?: AnswerListener | undefined;
  readonly onStep?: ((step: ScriptStep) => void) | undefined;
}

type Judged<Guarded extends GuardedBlocks> = Guarded extends { ok: false }
  ? Guarded & { readonly words: string }
  : Guarded;

/** Blocks, or why the answer is not used, with its words. */
type JudgedAnswer = Judged<GuardedBlocks>;
type RefusedAnswer = Extract<JudgedAnswer, { ok: false }>;

/** A model that fails on half of a piece twice fails on its sentences, too. */
const maxHalvings = 1;
/** Shorter runs of text between two marks are not worth a call of the model. */
const minRunWords = 25;

/** Reports whether a piece is spoken unchanged because it has too few words. */
export function isShort(blocks: readonly Block[], { expectation }: Pick<PieceOptions, 'expectation'>): boolean {
  const words = countWordsOf(blocks.filter((block) => !isMark(block)));
  return words === 0 || (expectation.faithful && words < minRunWords);
}

/**
 * Returns the script of one piece: the model's, asked for again once with the reason where it was refused, otherwise those of its
 * halves, otherwise the piece itself. Throws only what the model throws.
 */
export async function scriptPiece(
  piece: ChapterPiece,
  options: PieceOptions,
  halvings = maxHalvings,
): Promise<Block[]> {
  const { onStep } = options;
  const about = pieceText(piece).slice(0, 60);
  const guarded = await completeTwice(piece, options, halvings === maxHalvings);
  if (guarded.ok) {
    for (const reason of guarded.repairs) onStep?.({ action: 'repaired', reason, about: guarded.about ?? about });
    return [...guarded.blocks];
  }
  const halves = halvings > 0 ? halvePiece(piece, options.language) : undefined;
  if (!halves) return withoutScript(piece, guarded, options);
  onStep?.({ action: 'smaller-pieces', reason: guarded.problem, about });
  return await scriptPieces(halves, options, halvings - 1);
}

/** The book's own words stand for a faithful script. In the middle of a summary they would be wrong: there they are a gap. */
function withoutScript(piece: ChapterPiece, { problem: reason, words }: RefusedAnswer, options: PieceOptions): Block[] {
  const { expectation, allowGaps, model, onStep } = options;
  const about = pieceText(piece).slice(0, 60);
  if (expectation.faithful) {
    onStep?.({ action: 'source-text', reason, about });
    return [...piece.blocks];
  }
  if (!allowGaps) {
    const message = `${model.id} wrote no usable script for '${about}…' (${reason}). ${wordsOfModel(words)} Run again to ask again, or with --allow-gaps to go on without it.`;
    throw new AudiobookError('model-failed', message);
  }
  onStep?.({ action: 'gap', reason, about });
  return piece.blocks.filter(isMark);
}

/** Asks again for what a second answer can mend. A text that was too long stays too long. */
async function completeTwice(piece: ChapterPiece, options: PieceOptions, isAskedAgain: boolean): Promise<JudgedAnswer> {
  const guarded = await complete(piece, options);
  const reason = guarded.ok || !isAskedAgain ? undefined : refusalReason(guarded);
  if (guarded.ok || reason === undefined) return guarded;
  const about = pieceText(piece).slice(0, 60);
  options.onStep?.({ action: 'asked-again', reason: guarded.problem, about });
  return await complete(piece, options, reason);
}

async function scriptPieces(
  pieces: readonly ChapterPiece[],
  options: PieceOptions,
  halvings: number,
): Promise<Block[]> {
  const { model, language } = options;
  const scripts = await mapConcurrently(pieces, model.concurrency ?? 1, async (piece, index) => {
    if (isShort(piece.blocks, options)) return piece.blocks;
    const before = pieces[index - 1];
    const precedingText = before ? closingSentences(before.blocks, language) : options.precedingText;
    return await scriptPiece(piece, { ...options, precedingText }, halvings);
  });
  return scripts.flat();
}

async function complete(piece: ChapterPiece, options: PieceOptions, refusal?: string): Promise<JudgedAnswer> {
  const { model, parameters, systemPrompt, schema, signal, precedingText } = options;
  const text = markedText(piece.blocks);
  const userPrompt = options.userPrompt(text, precedingText, refusal);
  const completion = await model.generate({ ...parameters, systemPrompt, userPrompt, schema, signal });
  const guarded = guardPiece(completion, piece, options);
  await completion.record?.(guarded.ok);
  options.onAnswer?.(guarded.ok, completion.text);
  return guarded.ok ? guarded : { ...guarded, words: completion.text };
}
