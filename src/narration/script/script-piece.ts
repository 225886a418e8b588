import type { Block } from '../../core/book.ts';
import type { GivenParameters, LanguageModel } from '../../llm/language-model.ts';
import { halvePiece, pieceText } from './cut-pieces.ts';
import type { Piece } from './cut-pieces.ts';
import { guardScript } from '../guard/guard-script.ts';
import type { GuardedScript } from '../guard/guard-script.ts';
import type { ScriptStep } from '../narration-event.ts';
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

/** Returns the script of one piece: the model's, else those of its halves, else the piece itself. Throws only what the model throws. */
export async function scriptPiece(piece: Piece, options: PieceOptions, halvings = maxHalvings): Promise<Block[]> {
  const { language, onStep } = options;
  const guarded = await complete(piece, options);
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
    const precedingText = blocks.length > 0 ? closingSentences(blocks, options.language) : options.precedingText;
    blocks.push(...(await scriptPiece(half, { ...options, precedingText }, halvings)));
  }
  return blocks;
}

async function complete(piece: Piece, options: PieceOptions): Promise<GuardedScript> {
  const { model, parameters, systemPrompt, signal, expectation, language, precedingText } = options;
  const source = pieceText(piece);
  const userPrompt = options.userPrompt(source, precedingText);
  const completion = await model.generate({ ...parameters, systemPrompt, userPrompt, signal });
  return guardScript(completion, { source, language, expectation });
}

/** Keeps the kinds of the source blocks where the script has as many paragraphs, else makes plain paragraphs. */
function scriptBlocks(text: string, { blocks }: Piece): Block[] {
  const paragraphs = text.split('\n\n');
  const document = blocks[0]?.document ?? '';
  const sources = paragraphs.length === blocks.length ? blocks : [];
  return paragraphs.map((paragraph, index) => blockLike(sources[index] ?? { kind: 'paragraph', document }, paragraph));
}

function blockLike(block: Omit<Block, 'text'>, text: string): Block {
  return { ...block, text };
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
