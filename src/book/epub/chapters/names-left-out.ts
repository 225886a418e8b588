import type { LeftOutReason } from '../../../core/book.ts';
import type { ChapterStart } from '../../outline/chapter-start.ts';
import { isBibliographyTitle } from '../../titles/bibliography.ts';
import { isCalledChapter, isGenericTitle, isPlaceholderTitle } from '../../titles/title-patterns.ts';
import { namesTitlePage } from '../leave-out/find-title-page.ts';
import { reasonByTitle } from '../leave-out/reason-by-name.ts';
import type { Selection } from '../leave-out/select-blocks.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isScrap } from './join-loose-pages.ts';
import { titleInText } from './title-chapter.ts';

/** The facts that decide whether the name of an entry is left out. */
export interface EntryText {
  /** All blocks from the entry to the next. */
  readonly blocks: readonly FlowBlock[];
  readonly selection: Selection;
  readonly bookTitle: string;
}

/**
 * Reports whether an entry of the contents names only a page that is left out, such as a copyright page: the text from there
 * to the next entry, if there is any, is another.
 */
export function namesLeftOut(
  { label, isHeading, isEmpty = false }: ChapterStart,
  { blocks, selection, bookTitle }: EntryText,
): boolean {
  if (isHeading) return false;
  const texts = blocks.filter(({ kind }) => kind !== 'scene-break');
  const own = isEmpty ? [] : texts.filter(({ document }) => document === blocks[0]?.document);
  if (own.some((block) => selection.kept.has(block))) return false;
  if (isNameOfPage(label) || areLeftOutPage(own, selection)) return true;
  if (!own.some((block) => selection.leftOut.get(block) === 'title-page')) return false;
  if (!namesTitlePage(label, bookTitle)) return false;
  // The name of the book is better than none, or than a number alone.
  const kept = texts.filter((block) => selection.kept.has(block));
  return isScrap(kept) || namesItself(kept);
}

function isNameOfPage(label: string): boolean {
  return reasonByTitle(label) !== undefined || isPlaceholderTitle(label) || isBibliographyTitle(label);
}

function areLeftOutPage(blocks: readonly FlowBlock[], { leftOut, notes }: Selection): boolean {
  const reasons = blocks.map((block) => (notes.blocks.has(block) ? 'notes' : leftOut.get(block)));
  return reasons.length > 0 && reasons.every((reason) => reason !== undefined && pageReasons.has(reason));
}

/** Reasons that describe a whole page; a chapter can have blocks left out for others, such as links, at its start. */
const pageReasons: ReadonlySet<LeftOutReason> = new Set([
  'cover',
  'copyright',
  'index',
  'advertisement',
  'bibliography',
  'licence',
  'notes',
]);

function namesItself(blocks: readonly FlowBlock[]): boolean {
  const title = titleInText(blocks)?.title;
  return title !== undefined && (!isGenericTitle(title) || isCalledChapter(title));
}
