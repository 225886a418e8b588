import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';

/** Distributors that put advertising into the books of others. */
const distributor = /\b(?:feedbooks|manybooks|planet\s?e-?book|obooko|bookrix|freeditorial|z-?library)\b/iu;
const claim =
  /\b(?:brought to you by|(?:down)?loaded (?:for free )?(?:from|at)|free e-?books? (?:at|from|by)|for personal use|visit)\b|\bwww\.|\.com\b/iu;
const slogan = /^food for the mind$/iu;
/** Begins a list of other books. */
const otherBooks = /^also available on \w+/iu;
/** Begins the last page of a book from Feedbooks. */
const lastPage = /^(?:loved this book\s?\?|similar users also downloaded)/iu;
const terms = /^copyright:/iu;

/** Longer blocks are text that speaks of a distributor. */
const maxSize = 60;
/** A last page with more words is a chapter. */
const maxPageSize = 600;

/** Finds the advertising of distributors: notices, slogans, lists of other books, and pages of them at the end. */
export function findAdvertising({ blocks, documents }: BookFlow): readonly FlowBlock[] {
  return documents.flatMap(({ start, end }) => advertisingIn(blocks.slice(start, end)));
}

function advertisingIn(blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  const last = blocks.findIndex(({ text }) => lastPage.test(text));
  const page = last === -1 ? [] : blocks.slice(last);
  const namesDistributor = blocks.some(({ text }) => distributor.test(text));
  if (!namesDistributor) return [];
  const isPage = page.reduce((sum, { size }) => sum + size, 0) <= maxPageSize;
  return blocks.filter(
    (block, index) => isNotice(block, blocks[index + 1]) || isListed(blocks, index) || (isPage && page.includes(block)),
  );
}

function isNotice({ text, size }: FlowBlock, next: FlowBlock | undefined): boolean {
  if (size > maxSize) return false;
  if (slogan.test(text.trim()) || (distributor.test(text) && claim.test(text))) return true;
  return terms.test(text) && next !== undefined && distributor.test(next.text) && claim.test(next.text);
}

/** Reports whether a block is the line above a list of other books, or in that list. */
function isListed(blocks: readonly FlowBlock[], index: number): boolean {
  let above = index;
  while (above >= 0 && blocks[above]?.kind === 'list-item' && !otherBooks.test(blocks[above]?.text ?? '')) above -= 1;
  const line = blocks[above];
  return line !== undefined && otherBooks.test(line.text) && distributor.test(line.text) && line.size <= maxSize;
}
