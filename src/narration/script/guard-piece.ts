import type { Block } from '../../core/book.ts';
import type { Generation } from '../../llm/language-model.ts';
import { guardScript } from '../guard/guard-script.ts';
import type { GuardContext, Repair, ScriptProblem } from '../guard/guarded-script.ts';
import type { TextEdit } from '../guard/text-edit.ts';
import { isMark, pieceText } from './cut-pieces.ts';
import type { ChapterPiece } from './cut-pieces.ts';
import { editBlock } from './edit-block.ts';

/** A guarded script as blocks. */
export type GuardedBlocks =
  | {
      readonly ok: true;
      readonly blocks: readonly Block[];
      readonly repairs: readonly Repair[];
      /** Beginning of the passage concerned. */
      readonly about?: string | undefined;
    }
  | { readonly ok: false; readonly problem: ScriptProblem; readonly about?: string | undefined };

/** Checks the answer for a piece. The script keeps every block; headings and scene breaks stay as they are. */
export function guardPiece(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  piece: ChapterPiece,
  { expectation, language }: Pick<GuardContext, 'expectation' | 'language'>,
): GuardedBlocks {
  const guarded = guardScript(completion, { source: pieceText(piece), language, expectation });
  if (!guarded.ok) return guarded;
  const { edits = [], repairs, about } = guarded;
  return { ok: true, blocks: editedBlocks(piece, edits), repairs, about };
}

function editedBlocks({ blocks }: ChapterPiece, edits: readonly TextEdit[]): Block[] {
  let end = 0;
  return blocks.map((block) => {
    const start = end;
    end += block.text.length + separatorLength;
    if (isMark(block)) return block;
    const own = edits.filter(({ first, last }) => first >= start && last <= start + block.text.length);
    const shifted = own.map(({ first, last, text }) => ({ first: first - start, last: last - start, text }));
    return editBlock(block, shifted);
  });
}

/** Length of what is between two blocks in the text of a piece. */
const separatorLength = 2;
