import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isGenericTitle, startsLikeChapter } from '../markup/title-patterns.ts';
import { endsWithStop } from '../../../text/ends-sentence.ts';
import { isProse, sumSizes } from '../markup/is-prose.ts';

const mostBlocks = 20;
const largestPage = 80;

/**
 * Finds the title and the author's name in front of the text when nothing marks them up: few words, the book's title
 * among them, and no chapter's start. `targets` are the positions that the table of contents leads to.
 */
export function findTitlePage(
  blocks: readonly FlowBlock[],
  bookTitle: string,
  targets: ReadonlySet<number>,
): readonly FlowBlock[] {
  const start = blocks.findIndex(({ leftOutReason: matter, isNote: note }) => matter === undefined && note !== true);
  const title = normalizeForComparison(bookTitle);
  if (start === -1 || title === '') return [];
  let end = start;
  while (end - start < mostBlocks && staysOnPage(blocks, end, start) && isNoChapter(blocks, end, start, title, targets))
    end += 1;
  const page = blocks.slice(start, withoutStartOfText(blocks, start, end, targets));
  const says = normalizeForComparison(page.map(({ text }) => text).join(''));
  return sumSizes(page) <= largestPage && says.includes(title) ? page : [];
}

function staysOnPage(blocks: readonly FlowBlock[], index: number, start: number): boolean {
  const block = blocks[index];
  return (
    block !== undefined &&
    block.leftOutReason === undefined &&
    !isProse(block) &&
    block.document === blocks[start]?.document
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
  return index === start || !targets.has(index) || title.includes(normalizeForComparison(text));
}

/**
 * What is text after all ends the page: a line that ends as sentences do, where text follows in the same document, and a
 * whole sentence anywhere. The headings right above it belong to it.
 */
function withoutStartOfText(
  blocks: readonly FlowBlock[],
  start: number,
  end: number,
  targets: ReadonlySet<number>,
): number {
  const isAlone = targets.has(end) || endsWithDocument(blocks, start, end);
  const isText = isAlone || blocks[end]?.kind === 'heading' ? isWholeSentence : isSentence;
  const text = blocks.slice(start, end).findIndex(isText);
  if (text !== -1) return aboveHeadings(blocks, start, start + text);
  return isAlone ? end : aboveHeadings(blocks, start, end);
}

function endsWithDocument(blocks: readonly FlowBlock[], start: number, end: number): boolean {
  const next = blocks[end];
  return next === undefined || next.leftOutReason !== undefined || next.document !== blocks[start]?.document;
}

function aboveHeadings(blocks: readonly FlowBlock[], start: number, position: number): number {
  let above = position;
  while (above > start && blocks[above - 1]?.kind === 'heading') above -= 1;
  return above;
}

/** Speech in Japanese ends with its bracket alone. */
function isSentence({ kind, text }: FlowBlock): boolean {
  return kind !== 'heading' && (endsWithStop(text) || /[”»」』]$/u.test(text));
}

/** No line that only ends in a full stop, as they do on old title pages (`BY THE SAME AUTHOR.`, `By Jane Austen.`). */
function isWholeSentence(block: FlowBlock): boolean {
  return isSentence(block) && block.size >= 5 && /\p{Ll}|\p{Lo}/u.test(block.text);
}
