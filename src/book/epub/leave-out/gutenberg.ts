import type { FlowBlock } from '../markup/flow-block.ts';

const start = /\*{2,3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG/iu;
const end = /^(?:\*{2,3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG|End of (?:the |this )?Project Gutenberg)/iu;
const credit = /^(?:produced|e-?text prepared|transcribed|digiti[sz]ed|this e-?text was)\b.{0,20}\bby\b/iu;

/** Marks Project Gutenberg's header and licence, which stand in the same documents as the text, as `licence`. */
export function markGutenberg(blocks: readonly FlowBlock[]): void {
  const first = blocks.findIndex(({ text }) => start.test(text));
  // The header stands at the beginning; the phrase in the middle of a book is a quotation.
  if (first !== -1 && first < 200) {
    const credits = blocks.slice(first + 1, first + 6).findLastIndex(({ text }) => credit.test(text));
    for (const block of blocks.slice(0, first + credits + 2)) block.leftOutReason ??= 'licence';
  }
  const last = blocks.findIndex(({ text }) => end.test(text));
  if (last !== -1) for (const block of blocks.slice(last)) block.leftOutReason = 'licence';
}
