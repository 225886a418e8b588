import type { Block } from '../../core/book.ts';
import { splitSentences } from '../../text/split-sentences.ts';
import { estimateTokens } from '../../llm/estimate-tokens.ts';
import { packEvenly } from '../pack-evenly.ts';

/** A part of a chapter for one request to the model. */
export interface ChapterPiece {
  /** Whole blocks, or sentences of one block. */
  readonly blocks: readonly Block[];
}

/** Reports whether a block divides the text: a heading or a scene break. No model changes it. */
export function isMark({ kind }: Pick<Block, 'kind'>): boolean {
  return kind === 'heading' || kind === 'scene-break';
}

/** Returns the text of a piece: its paragraphs with an empty line between them. */
export function pieceText({ blocks }: ChapterPiece): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

/** Returns blocks as text for a model: headings and scene breaks as lines that it can leave in place. */
export function markedText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (isMark(block) ? `## ${block.text === '' ? '* * *' : block.text}` : block.text))
    .join('\n\n');
}

/**
 * Cuts blocks into pieces of at most `maxTokens` and of about equal length. A block that is too long is cut between
 * sentences. A sentence is never cut: one that is too long becomes a piece.
 */
export function cutPieces(blocks: readonly Block[], maxTokens: number, language: string): ChapterPiece[] {
  const parts = blocks.flatMap((block) => cutBlock(block, maxTokens, language));
  return packEvenly(parts, ({ text }) => estimateTokens(text), maxTokens).map((piece) => ({ blocks: piece }));
}

/** Cuts a piece into two of about equal length. Returns undefined when it is one sentence. */
export function halvePiece(piece: ChapterPiece, language: string): readonly ChapterPiece[] | undefined {
  const halves = cutPieces(piece.blocks, Math.ceil(estimateTokens(pieceText(piece)) / 2), language);
  return halves.length > 1 ? halves : undefined;
}

function cutBlock(block: Block, maxTokens: number, language: string): Block[] {
  if (estimateTokens(block.text) <= maxTokens) return [block];
  const parts: string[] = [];
  for (const sentence of splitSentences(block.text, block.language ?? language)) {
    const longer = `${parts.at(-1) ?? ''} ${sentence}`;
    if (parts.length > 0 && estimateTokens(longer) <= maxTokens) parts[parts.length - 1] = longer;
    else parts.push(sentence);
  }
  return parts.map((text) => withText(block, text));
}

/** Ranges and places of the block are not those of a part. */
function withText({ ranges: _ranges, source: _source, emphasis: _emphasis, ...block }: Block, text: string): Block {
  return { ...block, text };
}
