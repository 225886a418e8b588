import type { BlockKind, LeftOutReason } from '../../../core/book.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { endsWithStop } from '../../../text/ends-sentence.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { countLegalPhrases, isMostlyProse, isProse, sumSizes } from '../markup/is-prose.ts';
import { isGenericTitle, isNamedPiece, isPlaceholderTitle, startsLikeChapter } from '../../titles/title-patterns.ts';
import { titleWords } from '../../titles/title-words.ts';
import { isTitleOfBook } from '../../titles/is-title-of-book.ts';
import { reasonByTitle } from './reason-by-name.ts';
import type { Notes } from './find-notes.ts';

const maxPageBlocks = 20;
const maxPageSize = 80;

/** The blocks of a book and what is known about them. */
export interface TitlePageSearch {
  readonly blocks: readonly FlowBlock[];
  /** Labels of the contents entries that lead to a position. */
  readonly targets: ReadonlyMap<number, readonly string[]>;
  readonly bookTitle: string;
  /** Names of authors and contributors. */
  readonly persons: readonly string[];
  readonly reasons: ReadonlyMap<FlowBlock, LeftOutReason>;
  readonly notes: Notes;
}

/** A run of blocks that may be the title page. */
interface PageCandidate extends TitlePageSearch {
  readonly start: number;
  /** The book's title, normalized for comparison. */
  readonly title: string;
}

/**
 * Finds a title page without markup before the text: few words, among them the book's title, and no start of a chapter.
 * Returns its blocks, or none.
 */
export function findTitlePage(search: TitlePageSearch): readonly FlowBlock[] {
  const { blocks, reasons, notes, bookTitle } = search;
  const start = blocks.findIndex((block) => !reasons.has(block) && !notes.blocks.has(block));
  const title = normalizeForComparison(bookTitle);
  if (start === -1 || title === '') return [];
  const candidate = { ...search, start, title };
  if (standsUnderEntry(candidate)) return [];
  let end = start;
  while (end - start < maxPageBlocks && canBelongToPage(candidate, end)) end += 1;
  const page = blocks.slice(start, lastSign(candidate, startOfText(candidate, end)));
  const text = normalizeForComparison(page.map((block) => block.text).join(''));
  const isTitlePage = sumSizes(page) <= maxPageSize && text.includes(title);
  return isTitlePage ? page.filter((block) => !notes.blocks.has(block)) : [];
}

/** Keeps pages under an entry of the contents, unless the entry is that of the title page. */
function standsUnderEntry(candidate: PageCandidate): boolean {
  const { blocks, start, targets, bookTitle } = candidate;
  for (let index = start; index >= 0 && blocks[index]?.document === blocks[start]?.document; index -= 1) {
    const labels = targets.get(index);
    if (labels === undefined) continue;
    if (labels.some((label) => saysTitlePage(label))) return false;
    // A chapter can have the title of the book.
    return !labels.some((label) => isTitleOfBook(label, bookTitle)) || isChapter(blocksUnder(candidate, index));
  }
  return false;
}

function isChapter(blocks: readonly FlowBlock[]): boolean {
  return isMostlyProse(blocks) && countLegalPhrases(blocks.slice(0, maxPageBlocks)) === 0;
}

/** Returns the blocks of the same document before the next entry. */
function blocksUnder({ blocks, targets }: PageCandidate, start: number): readonly FlowBlock[] {
  let end = start + 1;
  while (end < blocks.length && blocks[end]?.document === blocks[start]?.document && !targets.has(end)) end += 1;
  return blocks.slice(start, end);
}

/** Reports whether a contents entry leads to a title page and not to text: its label is the book's title or says so. */
export function namesTitlePage(label: string, bookTitle: string): boolean {
  return saysTitlePage(label) || isTitleOfBook(label, bookTitle);
}

function saysTitlePage(label: string): boolean {
  return isPlaceholderTitle(label) || reasonByTitle(label) !== undefined;
}

function canBelongToPage({ blocks, start, title, targets, reasons }: PageCandidate, index: number): boolean {
  const block = blocks[index];
  if (block === undefined || reasons.has(block) || isProse(block) || textKinds.has(block.kind)) return false;
  if (block.document !== blocks[start]?.document || startsChapter(block)) return false;
  return index === start || !targets.has(index) || title.includes(normalizeForComparison(block.text));
}

/** These do not stand on a title page. */
const textKinds: ReadonlySet<BlockKind> = new Set(['list-item', 'table-row', 'code', 'speaker']);

function startsChapter({ kind, text }: FlowBlock): boolean {
  return isGenericTitle(text) || (kind === 'heading' && (startsLikeChapter(text) || isNamedPiece(text)));
}

/**
 * Returns where the page ends in a book without contents, in which nothing distinguishes its lines from those of a poem: behind the last
 * line that says so. Headings right above the text belong to the text.
 */
function lastSign(candidate: PageCandidate, end: number): number {
  const { blocks, start, title, targets, persons, reasons } = candidate;
  const next = blocks[end];
  // Front matter goes on below a title page.
  if (targets.size > 0 || (next !== undefined && reasons.has(next))) return end;
  const names = [title, ...persons.map((name) => normalizeForComparison(name))].filter((name) => name !== '');
  const isSign = ({ text }: FlowBlock, index: number): boolean => {
    const above = index === 0 ? '' : (blocks[start + index - 1]?.text ?? '');
    if (preposition.test(above) || signs.some((sign) => sign.test(text))) return true;
    if (names.some((name) => normalizeForComparison(text).includes(name))) return true;
    return next?.kind === 'heading' && normalizeForComparison(above) === title && personName.test(text);
  };
  const last = start + blocks.slice(start, end).findLastIndex(isSign);
  return imprint.test(blocks[last]?.text ?? '') ? last + 1 : aboveHeadings(candidate, last + 1);
}

const prepositions = `${titleWords('by')}|${titleWords('of')}`;
/** Between the title and a heading. */
const personName = /^\p{Lu}[\p{L}.'’-]*(?:\s+\p{Lu}[\p{L}.'’-]*){1,3}$/u;
/** The name stands below it. */
const preposition = new RegExp(`^(?:${prepositions})\\P{L}*$`, 'iu');
/** Belongs to no text, even as a heading. */
const imprint = new RegExp(`(?<!\\p{L})(?:${titleWords('imprint')})`, 'iu');
const signs: readonly RegExp[] = [
  new RegExp(`^(?:${prepositions})(?:\\s+\\p{Lu}|\\P{L}*$)`, 'iu'),
  /^(?=.*\p{Lu}{2})\P{Ll}+$/u,
  /\b(?:1[5-9]|20)\d\d\b|©/u,
  imprint,
];

/**
 * Returns where the page ends: at a whole sentence, or at a line that ends like one if text follows in the same document.
 * Headings right above the text belong to the text.
 */
function startOfText(candidate: PageCandidate, end: number): number {
  const { blocks, start, targets } = candidate;
  const isAlone = targets.has(end) || endsWithDocument(candidate, end);
  const isText = isAlone || blocks[end]?.kind === 'heading' ? isWholeSentence : isSentence;
  const text = blocks.slice(start, end).findIndex(isText);
  if (text !== -1) return aboveHeadings(candidate, start + text);
  return isAlone ? end : aboveHeadings(candidate, end);
}

function endsWithDocument({ blocks, start, reasons }: PageCandidate, end: number): boolean {
  const next = blocks[end];
  return next === undefined || reasons.has(next) || next.document !== blocks[start]?.document;
}

function aboveHeadings({ blocks, start }: PageCandidate, position: number): number {
  let above = position;
  while (above > start && blocks[above - 1]?.kind === 'heading') above -= 1;
  return above;
}

/** Speech in Japanese ends with its bracket alone. */
function isSentence({ kind, text }: FlowBlock): boolean {
  return kind !== 'heading' && (endsWithStop(text) || /[”»」』]$/u.test(text));
}

/** Excludes lines of old title pages that end in a full stop (`BY THE SAME AUTHOR.`, `By Jane Austen.`). */
function isWholeSentence(block: FlowBlock): boolean {
  return isSentence(block) && block.size >= 5 && /\p{Ll}|\p{Lo}/u.test(block.text);
}
