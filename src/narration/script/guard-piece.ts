import type { Block } from '../../core/book.ts';
import type { Generation } from '../../llm/language-model.ts';
import { guardScript } from '../guard/guard-script.ts';
import type { Repair, ScriptProblem } from '../guard/guard-script.ts';
import { removeThoughts } from '../guard/remove-thoughts.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
import { isMark, pieceText, runsOf } from './cut-pieces.ts';
import type { Piece } from './cut-pieces.ts';
import { splitAtMarks } from './split-at-marks.ts';

/** A guarded script as blocks. */
export type GuardedBlocks =
  | { readonly ok: true; readonly blocks: readonly Block[]; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly problem: ScriptProblem };

/** What a completion is checked against besides its source. */
export interface PieceExpectation {
  readonly expectation: ScriptExpectation;
  /** BCP-47 code of source and script. */
  readonly language: string;
}

/**
 * Checks the completion for a piece. Of a faithful script each run of text between two marks is checked against its own
 * source, so that every mark stays in its place.
 */
export function guardPiece(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  piece: Piece,
  expected: PieceExpectation,
): GuardedBlocks {
  const runs = expected.expectation.faithful ? runsOf(piece) : [piece];
  if (runs.length === 1) return guardRun(completion, piece, expected);
  if (completion.stopReason !== 'complete') return { ok: false, problem: completion.stopReason };
  const texts = splitAtMarks(removeThoughts(completion.text), runs);
  if (!texts) return { ok: false, problem: 'lost-headings' };
  const blocks: Block[] = [];
  const repairs = new Set<Repair>();
  for (const [index, run] of runs.entries()) {
    const text = texts[index] ?? '';
    const guarded = run.blocks.every(isMark)
      ? unchanged(run)
      : guardRun({ text, stopReason: 'complete' }, run, expected);
    if (!guarded.ok) return guarded;
    blocks.push(...guarded.blocks);
    for (const repair of guarded.repairs) repairs.add(repair);
  }
  return { ok: true, blocks, repairs: [...repairs] };
}

function unchanged({ blocks }: Piece): GuardedBlocks {
  return { ok: true, blocks, repairs: [] };
}

function guardRun(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  run: Piece,
  { expectation, language }: PieceExpectation,
): GuardedBlocks {
  const guarded = guardScript(completion, { source: pieceText(run), language, expectation });
  return guarded.ok ? { ok: true, blocks: scriptBlocks(guarded.text, run), repairs: guarded.repairs } : guarded;
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
