import { areChapters, sizesOf, startsByHeadings } from '../outline/chapter-starts.ts';
import type { FlowBlock, FlowDocument } from '../epub/markup/flow-block.ts';
import { isProse } from '../epub/markup/is-prose.ts';
import { isGenericTitle, isNamedPiece } from '../titles/title-patterns.ts';
import { findHeadings } from './text/find-headings.ts';
import { findListedHeadings, findPrintedContents } from './text/find-printed-contents.ts';
import type { TextGroup } from './text/text-group.ts';
import { callsItself } from './text/worded-heading.ts';

/**
 * Finds the headings of a document whose text has none, by the rules for a plain text: paragraphs that call themselves a chapter
 * or have rising numbers, or that are centered, bold, larger than the text or at the start of a page.
 */
export function findUnmarkedHeadings(document: FlowDocument): FlowDocument {
  const { blocks } = document;
  if (hasHeadings(blocks)) return document;
  const levels = headingLevels(blocks);
  const marked = blocks.map((block, place): FlowBlock => {
    const level = levels.get(place);
    return level === undefined ? block : { ...block, kind: 'heading', level };
  });
  return isDivided(marked) ? { ...document, blocks: marked } : document;
}

/** Returns the levels of paragraphs that are headings by their places. */
function headingLevels(blocks: readonly FlowBlock[]): ReadonlyMap<number, number> {
  const places = new Map<TextGroup, number>();
  for (const [place, block] of blocks.entries()) if (isRead(block)) places.set(groupOf(block), place);
  const all = [...places.keys()];
  const contents = findPrintedContents(all);
  const open = all.filter((group) => !contents.has(group));
  const first = firstTitle(blocks);
  const levels = new Map<number, number>();
  for (const [group, level] of findHeadings(open, findListedHeadings(open, contents))) {
    const place = places.get(group) ?? -1;
    const block = blocks[place];
    if (block?.kind !== 'paragraph') continue;
    if (place >= first || isCalledChapter(block) || isNamedPiece(block.text)) levels.set(place, level);
  }
  return levels;
}

/** Share of chapters that are shorter than a minute. */
const maxShortShare = 0.2;

/** The title above the text is not one of its headings. */
function hasHeadings(blocks: readonly FlowBlock[]): boolean {
  return blocks.slice(startOfProse(blocks)).some(({ kind }) => kind === 'heading');
}

/** Returns the place of the line above the text. Those above it are set like titles, too, but are those of a title page. */
function firstTitle(blocks: readonly FlowBlock[]): number {
  return Math.max(0, startOfProse(blocks) - 1);
}

function isCalledChapter({ text }: FlowBlock): boolean {
  return callsItself(text) || isGenericTitle(text);
}

function startOfProse(blocks: readonly FlowBlock[]): number {
  return Math.max(0, blocks.findIndex(isProse));
}

function isRead({ kind, markupReason, isMarkedAsNote }: FlowBlock): boolean {
  return kind !== 'scene-break' && markupReason === undefined && !isMarkedAsNote;
}

/** Counts paragraphs set like titles as set off by empty lines, and others as long lines. */
function groupOf({ text, isDisplayed, isTitleLike }: FlowBlock): TextGroup {
  return { lines: text.split('\n'), gap: isDisplayed || isTitleLike ? 2 : 1 };
}

/** Lines that are only set like titles can be names of speakers, signs or telegrams; chapters are seldom short. */
function isDivided(blocks: readonly FlowBlock[]): boolean {
  const headings = blocks.filter(({ kind, level }) => kind === 'heading' && level !== 3);
  if (headings.some((block) => isCalledChapter(block))) return true;
  const read = blocks.slice(firstTitle(blocks));
  const text = { blocks: read, sizes: sizesOf(read) };
  return areChapters(startsByHeadings(text), text, maxShortShare);
}
