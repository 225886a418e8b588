import { romanValue } from '../../../../languages/roman.ts';
import type { FlowBlock, FlowDocument } from '../flow-block.ts';

/** A line that stands alone fewer times can be read. */
const minRepeats = 3;
/** Rows of one sign, which can also be a number, a kiss or a cry. */
const row = /^[*~\s]*(?:[xX]{1,4}|[oO]{2,}|0{2,})[*~\s]*$/u;

/**
 * Makes lines of one letter scene breaks, as writers on the web use them (`XXX`, `ooo`), when they stand between the paragraphs
 * of a book again and again. In a book that has other Roman numbers alone they are numbers.
 */
export function withRepeatedBreaks(documents: readonly FlowDocument[]): readonly FlowDocument[] {
  const counts = new Map<string, number>();
  for (const { blocks } of documents)
    for (const [index, block] of blocks.entries())
      if (canBreak(block, blocks[index - 1])) counts.set(block.text, (counts.get(block.text) ?? 0) + 1);
  const breaks = new Set([...counts].flatMap(([text, count]) => (count >= minRepeats ? [text] : [])));
  if (breaks.size === 0 || documents.some(({ blocks }) => blocks.some(isOtherNumber))) return documents;
  const withBreak = (block: FlowBlock, index: number, all: readonly FlowBlock[]): FlowBlock =>
    breaks.has(block.text) && canBreak(block, all[index - 1])
      ? { ...block, kind: 'scene-break', text: '', size: 0 }
      : block;
  return documents.map((document) => ({ ...document, blocks: document.blocks.map(withBreak) }));
}

function canBreak({ kind, text }: FlowBlock, before: FlowBlock | undefined): boolean {
  return kind === 'paragraph' && before !== undefined && before.kind !== 'heading' && row.test(text);
}

function isOtherNumber({ text }: FlowBlock): boolean {
  return text.length <= 8 && !row.test(text) && romanValue(text.replace(/\.$/u, '').toLowerCase()) !== undefined;
}
