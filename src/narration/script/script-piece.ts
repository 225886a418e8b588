import type { Block } from '../../core/book.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { halvePiece, pieceText } from './cut-pieces.ts';
import type { Piece } from './cut-pieces.ts';
import { guardScript } from '../guard/guard-script.ts';
import type { GuardedScript } from '../guard/guard-script.ts';
import type { ScriptStep } from '../narration-event.ts';
import { closingSentences } from './tail.ts';
import type { ScriptExpectation } from '../tasks/task.ts';

export interface PieceOptions {
  readonly model: LanguageModel;
  readonly expectation: ScriptExpectation;
  readonly parameters: GivenParameters;
  readonly language: string;
  readonly systemPrompt: string;
  readonly userPrompt: (text: string, previousTail: string) => string;
  readonly previousTail: string;
  readonly signal: AbortSignal;
  readonly onStep?: (step: ScriptStep) => void;
}

/** Halves of halves: a model that fails on a quarter of a piece fails on its sentences, too. */
const maxHalvings = 2;

/** The script of one piece: from the model, from its smaller pieces, at last the piece itself. Throws only what the model throws. */
export async function scriptPiece(piece: Piece, options: PieceOptions, halvings = maxHalvings): Promise<Block[]> {
  const { language, onStep } = options;
  const guarded = await ask(piece, options);
  const about = pieceText(piece).slice(0, 60);
  if (guarded.ok) {
    for (const reason of guarded.repairs) onStep?.({ action: 'repaired', reason, about });
    return scriptBlocks(guarded.text, piece);
  }
  const halves = halvings > 0 ? halvePiece(piece, language) : undefined;
  onStep?.({ action: halves ? 'smaller-pieces' : 'source-text', reason: guarded.problem, about });
  return halves ? await scriptHalves(halves, options, halvings - 1) : [...piece.blocks];
}

async function scriptHalves(halves: readonly Piece[], options: PieceOptions, halvings: number): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const half of halves) {
    const previousTail = blocks.length > 0 ? closingSentences(blocks, options.language) : options.previousTail;
    blocks.push(...(await scriptPiece(half, { ...options, previousTail }, halvings)));
  }
  return blocks;
}

async function ask(piece: Piece, options: PieceOptions): Promise<GuardedScript> {
  const { model, parameters, systemPrompt, signal, expectation, language, previousTail } = options;
  const source = pieceText(piece);
  const userPrompt = options.userPrompt(source, previousTail);
  const answer = await model.generate({ ...parameters, systemPrompt, userPrompt, signal });
  return guardScript(answer, { source, language, expectation });
}

/** Paragraph for paragraph the blocks they come from, where the script has as many; else paragraphs. */
function scriptBlocks(text: string, { blocks }: Piece): Block[] {
  const paragraphs = text.split('\n\n');
  const document = blocks[0]?.document ?? '';
  const sources = paragraphs.length === blocks.length ? blocks : [];
  return paragraphs.map((paragraph, index) => blockLike(sources[index] ?? { kind: 'paragraph', document }, paragraph));
}

function blockLike(block: Omit<Block, 'text'>, text: string): Block {
  return { ...block, text };
}
