import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isIndexTitle } from '../../titles/title-patterns.ts';
import { titleWords, wholeTitles } from '../../titles/title-words.ts';
import type { BookFlow } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse } from '../markup/is-prose.ts';
import { LaterTitles } from './later-titles.ts';
import { reasonByTitle } from './reason-by-name.ts';

/** Headings of lists that could also be those of a gallery, letters only. */
const listTitles = wholeTitles('pictures');
/** `Contents of the Second Volume`, `Contents of Vol. I`. */
const contentsOfPart = new RegExp(
  `^(?:${titleWords('contents')})(?: \\p{L}+){0,3} (?:${titleWords('part')})(?!\\p{L}).{0,12}$`,
  'iu',
);

const minEntries = 3;
/** So many pages are not in ascending order by chance. */
const minPages = 5;
/** Lines between two entries, such as the title of a part, or a number and a name on lines of their own. */
const maxLinesBetween = 2;
/** More pages between two entries are a year, as below a preface. */
const maxPagesOfPart = 300;
/** Old contents describe each chapter. */
const maxEntrySize = 80;

/** The features that make a block an entry. */
interface Entry {
  readonly isLinked: boolean;
  /** The number of the page, in Arabic digits. */
  readonly page: number | undefined;
  readonly isTitle: boolean;
}

/** Entries of a list so far. */
interface List {
  /** After the last entry. */
  end: number;
  readonly entries: Entry[];
  lastPage: number;
}

/**
 * Finds tables of contents that were made for print, below a heading such as "Contents" or "List of Illustrations": lines with
 * links, with the numbers of pages in ascending order, or with the titles of headings that come later. Such a heading above
 * anything else belongs to the text.
 */
export function findPrintedContents({ blocks }: Pick<BookFlow, 'blocks'>): ReadonlySet<FlowBlock> {
  const found = new Set<FlowBlock>();
  const titles = new LaterTitles(blocks);
  for (let index = 0; index < blocks.length; index += 1) {
    const isIndex = isIndexHeading(blocks[index]);
    if (!isIndex && !isListHeading(blocks[index])) continue;
    const list = listBelow(blocks, index, titles);
    if (isIndex ? countTitles(list) < minEntries : !isContents(list)) continue;
    for (const block of blocks.slice(index, list.end)) found.add(block);
    index = list.end - 1;
  }
  return found;
}

function isListHeading(block: FlowBlock | undefined): boolean {
  if (block === undefined || block.size > 8) return false;
  if (block.kind !== 'heading' && block.linkedShare > 0.5) return false;
  if (reasonByTitle(block.text) === 'contents') return true;
  const text = block.text.trim();
  return contentsOfPart.test(text) || (block.kind === 'heading' && listTitles.has(normalizeForComparison(text)));
}

/** The name of the contents only if the lines below are titles that come later. */
function isIndexHeading(block: FlowBlock | undefined): boolean {
  return block?.kind === 'heading' && isIndexTitle(block.text);
}

function listBelow(blocks: readonly FlowBlock[], heading: number, titles: LaterTitles): List {
  const list: List = { end: heading + 1, entries: [], lastPage: 0 };
  for (let index = list.end; index <= list.end + maxLinesBetween; index += 1) {
    const block = blocks[index];
    const entry = block && entryOf(block, index, titles);
    if (block === undefined || endsList(block, entry, blocks[heading])) break;
    if (entry === undefined) continue;
    if (!goesOn(list, entry, headingsBetween(blocks, list.end, index), titles)) break;
    list.end = index + 1;
    list.entries.push(entry);
    list.lastPage = entry.page ?? list.lastPage;
  }
  return list;
}

function endsList(block: FlowBlock, entry: Entry | undefined, heading: FlowBlock | undefined): boolean {
  if (block.document !== heading?.document || isListHeading(block)) return true;
  return entry === undefined && isProse(block);
}

interface PlacedHeading {
  readonly text: string;
  readonly position: number;
}

function headingsBetween(blocks: readonly FlowBlock[], start: number, end: number): PlacedHeading[] {
  return blocks
    .slice(start, end)
    .flatMap(({ kind, text }, index) => (kind === 'heading' ? [{ text, position: start + index }] : []));
}

function entryOf(block: FlowBlock, index: number, titles: LaterTitles): Entry | undefined {
  const { kind, text, size, linkedShare } = block;
  if (notEntries.has(kind)) return undefined;
  const page = size <= maxEntrySize ? pageAtEnd(text) : undefined;
  if (page === undefined && isProse(block)) return undefined;
  // A link back to the contents is not an entry of them.
  const isLinked = linkedShare > 0 && reasonByTitle(text) !== 'contents';
  const isTitle = titles.has(withoutPage(text), index);
  return isLinked || page !== undefined || isTitle ? { isLinked, page, isTitle } : undefined;
}

const notEntries: ReadonlySet<string> = new Set(['heading', 'caption', 'code', 'scene-break']);

const pageNumber = /(?:^|[\s,.…·])([0-9０-９]{1,4})$/u;

function pageAtEnd(text: string): number | undefined {
  const digits = pageNumber.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits.normalize('NFKC'));
}

function withoutPage(text: string): string {
  return text.trim().replace(pageNumber, '');
}

/** Below a heading, a list goes on only when the entry is like those above: the heading may be that of the first chapter. */
function goesOn(list: List, entry: Entry, headings: readonly PlacedHeading[], titles: LaterTitles): boolean {
  const { entries, lastPage } = list;
  const { isLinked, page = 0, isTitle } = entry;
  if (headings.length === 0 || entries.length === 0) return true;
  if (lastPage > 0 && page >= lastPage && page <= lastPage + maxPagesOfPart) return true;
  if (isLinked && entries.every((one) => one.isLinked)) return true;
  return isTitle && headings.every(({ text, position }) => titles.has(text, position));
}

function countTitles({ entries }: List): number {
  return entries.filter(({ isTitle }) => isTitle).length;
}

function isContents(list: List): boolean {
  const { entries } = list;
  if (entries.length < minEntries) return false;
  const titles = countTitles(list);
  if (titles >= minEntries || entries.filter(({ isLinked }) => isLinked).length >= minEntries) return true;
  const pages = entries.flatMap(({ page }) => (page === undefined ? [] : [page]));
  return pages.length >= (titles > 0 ? minEntries : minPages) && isAscending(pages);
}

/** Reports whether numbers ascend, apart from a misprint here and there. */
function isAscending(pages: readonly number[]): boolean {
  const descents = pages.filter((page, index) => page < (pages[index - 1] ?? 0)).length;
  return descents * 10 <= pages.length;
}
