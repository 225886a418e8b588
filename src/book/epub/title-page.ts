import { fold } from '../fold.ts';
import type { FlowBlock } from './flow.ts';
import { isGenericTitle, startsLikeChapter } from './generic-title.ts';
import { isProse, sumSizes } from './prose.ts';

const mostBlocks = 20;
const largestPage = 80;

/**
 * Finds the title and the author's name in front of the text when nothing marks them up: few words, the book's title
 * among them, and no chapter's start. `targets` are the positions that the table of contents leads to.
 */
export function titlePage(
  blocks: readonly FlowBlock[],
  bookTitle: string,
  targets: ReadonlySet<number>,
): readonly FlowBlock[] {
  const start = blocks.findIndex(({ matter, note }) => matter === undefined && note !== true);
  const title = fold(bookTitle);
  if (start === -1 || title === '') return [];
  let end = start;
  while (end - start < mostBlocks && staysOnPage(blocks, end, start) && isNoChapter(blocks, end, start, title, targets))
    end += 1;
  const page = blocks.slice(start, withoutHeadingsOfText(blocks, start, end, targets));
  const says = fold(page.map(({ text }) => text).join(''));
  return sumSizes(page) <= largestPage && says.includes(title) ? page : [];
}

function staysOnPage(blocks: readonly FlowBlock[], index: number, start: number): boolean {
  const block = blocks[index];
  return (
    block !== undefined && block.matter === undefined && !isProse(block) && block.document === blocks[start]?.document
  );
}

function isNoChapter(
  blocks: readonly FlowBlock[],
  index: number,
  start: number,
  title: string,
  targets: ReadonlySet<number>,
): boolean {
  const text = blocks[index]?.text ?? '';
  if (isGenericTitle(text) || (blocks[index]?.kind === 'heading' && startsLikeChapter(text))) return false;
  return index === start || !targets.has(index) || title.includes(fold(text));
}

/** Headings right above prose belong to it. */
function withoutHeadingsOfText(
  blocks: readonly FlowBlock[],
  start: number,
  end: number,
  targets: ReadonlySet<number>,
): number {
  const next = blocks[end];
  const endsWithDocument = next === undefined || next.matter !== undefined || next.document !== blocks[start]?.document;
  if (endsWithDocument || targets.has(end)) return end;
  let last = end;
  while (last > start && blocks[last - 1]?.kind === 'heading') last -= 1;
  return last;
}
