import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isPlaceholderTitle } from '../../titles/title-patterns.ts';
import { titleWords, wholeTitles } from '../../titles/title-words.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { holdsLegalPhrase, sumSizes } from '../markup/is-prose.ts';
import { repeatedEdges } from './repeated-edges.ts';

/** Distributors that put advertising into the books of others. */
const distributor = /\b(?:feedbooks|manybooks|planet\s?e-?book|obooko|bookrix|freeditorial|z-?library)\b/i;
const claim = new RegExp(`\\b(?:${titleWords('claims')})\\b|\\bwww\\.|\\.com\\b`, 'iu');
/** Notices of programs that make books. */
const madeWith = new RegExp(
  `^(?:${titleWords('madeWith')})\\W+(?:git\\s?book|calibre|pandoc|sphinx|read\\s?the\\s?docs|mkdocs|mdbook|honkit|leanpub|pressbooks|sigil|vellum|scrivener|bookdown|asciidoctor)\\b`,
  'iu',
);
const ofProducer = new RegExp(`^(?:${titleWords('producers')})`, 'iu');
const producerTitles = wholeTitles('producerPages');
/** A page of a producer has it at its start. */
const maxBlocksBefore = 3;
/** A notice is not a sentence about the program. */
const maxNoticeSize = 8;
/** Begins a list of other books. */
const otherBooks = new RegExp(`^(?:${titleWords('otherBooks')})\\s`, 'iu');
/** Begins the last page of a book of a distributor. */
const lastPage = new RegExp(`^(?:${titleWords('lastPage')})`, 'iu');

/** Longer blocks are text that speaks of a distributor. */
const maxSize = 60;
/** A last page with more words is a chapter. */
const maxPageSize = 600;

/**
 * Finds the advertising of distributors: notices, slogans, lists of other books, and pages of them at the end. A page of a
 * library that made the book goes whole, unless the contents lead to it by another name. `targets` are the labels of the
 * contents entries that lead to a position.
 */
export function findAdvertising(flow: BookFlow, targets: ReadonlyMap<number, readonly string[]>): readonly FlowBlock[] {
  const { blocks, documents } = flow;
  const others = documents.flatMap((place) => {
    const own = blocks.slice(place.start, place.end);
    if (isPageOfProducer(own, labelsIn(place, targets))) return own;
    return [...advertisingIn(own), ...own.filter(isSmallPrint)];
  });
  return [...repeatedEdges(flow, sortOfNotice), ...others];
}

/** A line that names a site: `Read the latest chapters at site.net.` */
const address = /https?:|www\.|[\p{L}\d-]{3,}\.[a-z]{2,}(?![\p{L}.])/u;
/** `Translator: Bob`, `Chapter sponsored by Eve`. */
const credit = new RegExp(
  `^\\P{L}*(?:(?:${titleWords('roles')})\\s*[:：]|(?:${titleWords('workedOn')})\\s)\\s*\\S`,
  'iu',
);
const chapterEnd = new RegExp(`^\\P{L}*(?:${titleWords('chapterEnd')})(?!\\p{Ll})`, 'iu');

/** Returns of which sort a line is that says nothing of the story. A line in brackets is one if it is always the same. */
function sortOfNotice({ kind, text, size }: FlowBlock): string | undefined {
  if (size > maxSize) return undefined;
  if (address.test(text)) return text;
  if (kind === 'heading' || size > maxNoticeSize * 2) return undefined;
  if (credit.test(text)) return 'credit';
  if (chapterEnd.test(text)) return 'end';
  return claim.test(text) || /^[[(（【〔].*[\])）】〕]$/u.test(text) ? text : undefined;
}

function labelsIn({ start, end }: PlacedDocument, targets: ReadonlyMap<number, readonly string[]>): readonly string[] {
  return Array.from({ length: end - start }, (_, index) => targets.get(start + index) ?? []).flat();
}

function isPageOfProducer(blocks: readonly FlowBlock[], labels: readonly string[]): boolean {
  if (!blocks.slice(0, maxBlocksBefore + 1).some(({ text }) => ofProducer.test(text))) return false;
  if (sumSizes(blocks) > maxPageSize) return false;
  return labels.every((label) => isPlaceholderTitle(label) || producerTitles.has(normalizeForComparison(label)));
}

function isSmallPrint({ text, size }: FlowBlock): boolean {
  return (size <= maxNoticeSize && madeWith.test(text)) || (size <= maxSize && ofProducer.test(text));
}

function advertisingIn(blocks: readonly FlowBlock[]): readonly FlowBlock[] {
  if (!blocks.some(({ text, size }) => size <= maxSize && distributor.test(text))) return [];
  const last = blocks.findIndex(({ text }) => lastPage.test(text));
  const isPage = last !== -1 && sumSizes(blocks.slice(last)) <= maxPageSize;
  const listed = listedBooks(blocks);
  return blocks.filter((block, index) => isNotice(blocks, index) || listed.has(block) || (isPage && index >= last));
}

/** The last short line of a page below a notice is its slogan, and a phrase of rights above one is part of it. */
function isNotice(blocks: readonly FlowBlock[], index: number): boolean {
  const [before, block, next] = [blocks[index - 1], blocks[index], blocks[index + 1]];
  if (block === undefined || block.size > maxSize || namesDistributor(block))
    return block !== undefined && block.size <= maxSize;
  if (next === undefined) return block.size <= maxNoticeSize && namesDistributor(before);
  return holdsLegalPhrase(block.text) && namesDistributor(next);
}

function namesDistributor(block: FlowBlock | undefined): boolean {
  return block !== undefined && block.size <= maxSize && distributor.test(block.text) && claim.test(block.text);
}

/** Returns the lines above lists of other books, and those lists. */
function listedBooks(blocks: readonly FlowBlock[]): ReadonlySet<FlowBlock> {
  const listed = new Set<FlowBlock>();
  let isList = false;
  for (const block of blocks) {
    const { kind, text, size } = block;
    const isStart = size <= maxSize && otherBooks.test(text) && distributor.test(text);
    isList = isStart || (isList && kind === 'list-item');
    if (isList) listed.add(block);
  }
  return listed;
}
