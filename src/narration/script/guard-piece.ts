import type { Block } from '../../core/book.ts';
import type { Generation } from '../../llm/language-model.ts';
import { guardScript } from '../guard/guard-script.ts';
import { readTurns, speakersOf } from '../dialogue/turns.ts';
import type { GuardContext, Repair, ScriptProblem } from '../guard/guarded-script.ts';
import type { TextEdit } from '../guard/text-edit.ts';
import type { ScriptExpectation } from '../script-expectation.ts';
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

/** The expectation that a completion is checked against, apart from its source. */
export interface PieceExpectation {
  readonly expectation: ScriptExpectation;
  /** BCP-47 code of source and script. */
  readonly language: string;
  /** The request around the text. An answer that repeats it is cut. */
  readonly frame?: string | undefined;
  /** Text of the whole chapter, for a script that retells it. */
  readonly chapter?: string | undefined;
}

/** Checks the completion for a piece. A faithful script keeps every block; headings and scene breaks stay as they are. */
export function guardPiece(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  piece: ChapterPiece,
  { expectation, language, frame, chapter }: PieceExpectation,
): GuardedBlocks {
  const context = { source: pieceText(piece), language, expectation, frame, chapter };
  if (expectation.dialogue) return guardTurns(completion, context, piece.blocks[0]?.document ?? '');
  const guarded = guardScript(completion, context);
  if (!guarded.ok) return guarded;
  const { text, edits, repairs, about } = guarded;
  return { ok: true, blocks: edits ? editedBlocks(piece, edits) : newBlocks(text, piece), repairs, about };
}

/** Checks the text of all turns together, without their labels. */
function guardTurns(
  completion: Pick<Generation, 'text' | 'stopReason'>,
  context: GuardContext,
  document: string,
): GuardedBlocks {
  const turns = readTurns(completion.text);
  const joined = turns.map(({ text }) => text).join('\n\n');
  const guarded = guardScript({ ...completion, text: joined }, context);
  if (!guarded.ok) return guarded;
  const blocks = speakersOf(guarded.text.split('\n\n'), turns).map(({ text, speaker }): Block => ({
    kind: 'paragraph',
    text,
    document,
    role: speaker,
  }));
  const isOneSpeaker = new Set(blocks.map(({ role }) => role)).size < 2;
  return { ok: true, blocks, repairs: isOneSpeaker ? [...guarded.repairs, 'one-speaker'] : guarded.repairs };
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

/** Keeps the kinds of the source blocks where the script has as many paragraphs, otherwise makes plain paragraphs. */
function newBlocks(text: string, { blocks }: ChapterPiece): Block[] {
  const paragraphs = text.split('\n\n');
  const document = blocks[0]?.document ?? '';
  const sources = paragraphs.length === blocks.length ? blocks : [];
  return paragraphs.map((paragraph, index) => blockLike(sources[index] ?? { kind: 'paragraph', document }, paragraph));
}

/** Ranges and places of the source are not those of another text. */
function blockLike(
  { ranges: _ranges, source: _source, emphasis: _emphasis, ...block }: Omit<Block, 'text'>,
  text: string,
): Block {
  return { ...block, text };
}
