import { countEach } from '../../../core/collections/count-each.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { isPlaceholderTitle } from '../../titles/title-patterns.ts';
import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isProse, sumSizes } from '../markup/is-prose.ts';

/** Distributors that put advertising into the books of others. */
const distributor = /\b(?:feedbooks|manybooks|planet\s?e-?book|obooko|bookrix|freeditorial|z-?library)\b/i;
const claim =
  /\b(?:brought to you by|(?:down)?loaded (?:for free )?(?:from|at)|free e-?books? (?:at|from|by)|for personal use|visit)\b|\bwww\.|\.com\b/iu;
/** Notices of programs that make books. */
const madeWith =
  /^(?:powered by|published with|(?:made|created|generated|built|produced|converted) (?:with|by|using))\W+(?:git\s?book|calibre|pandoc|sphinx|read\s?the\s?docs|mkdocs|mdbook|honkit|leanpub|pressbooks|sigil|vellum|scrivener|bookdown|asciidoctor)\b/iu;
/** Sentences with which libraries speak of themselves in the books that they make, in their own words. */
const ofProducer =
  /^(?:this (?:e-?)?book (?:was produced in epub format|made available) by the internet archive|se questo libro ti è piaciuto, aiutaci a realizzarne altri|scopri sul sito internet di liber liber|quest[oa] e-?book è stato realizzato anche grazie al sostegno di|this e-?book comes from the online library wikisource|ce livre électronique est issu de la bibliothèque numérique wikisource|.{0,90}\bpar le groupe\s*:?\s*ebooks libres et gratuits|ce livre numérique a été édité par la bibliothèque numérique romande|este libro se ha maquetado siguiendo los estándares de calidad de (?:www\.)?epublibre|libro descargado en (?:www\.)?elejandria|спасибо, что скачали (?:эту )?книгу в бесплатной электронной библиотеке|青空文庫作成ファイル|このファイルは、インターネットの図書館、青空文庫)/iu;
/** Titles of pages with advertising, apart from placeholders. */
const producerTitles = new Set(
  'liberliber internetarchive notice aboutthisdigitaledition àproposdecetteéditionélectronique àproposdecetteéditionnumérique wikisource epublibre elejandria'
    .split(' ')
    .map((title) => normalizeForComparison(title)),
);
/** A page of a producer has it at its start. */
const maxBlocksBefore = 3;
/** A notice is not a sentence about the program. */
const maxNoticeSize = 8;
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

/**
 * Finds the advertising of distributors: notices, slogans, lists of other books, and pages of them at the end. A page of a
 * library that made the book goes whole, unless the contents lead to it by another name. `targets` are the labels of the
 * contents entries that lead to a position.
 */
export function findAdvertising(
  { blocks, documents }: BookFlow,
  targets: ReadonlyMap<number, readonly string[]>,
): readonly FlowBlock[] {
  const repeated = repeatedNotices(documents.map(({ start, end }) => blocks.slice(start, end)));
  const others = documents.flatMap((place) => {
    const own = blocks.slice(place.start, place.end);
    if (isPageOfProducer(own, labelsIn(place, targets))) return own;
    return [...advertisingIn(own), ...own.filter(isSmallPrint)];
  });
  return [...repeated, ...others];
}

/** A line that names a site: `Read the latest chapters at site.net.` */
const address = /https?:|www\.|[\p{L}\d-]{3,}\.[a-z]{2,}(?![\p{L}.])/u;
/** At the start, below a title and other notices, or at the end. */
const [maxAbove, maxBelow] = [5, 4];
const [minRepeats, minRepeatedShare] = [3, 0.6];

/** Returns the lines with an address that most texts have at one end. Those of a story do not repeat. */
function repeatedNotices(documents: readonly (readonly FlowBlock[])[]): readonly FlowBlock[] {
  const texts = documents.filter((blocks) => blocks.some(isProse));
  const edges = texts.flatMap((blocks) => {
    const ends = [...blocks.slice(0, maxAbove), ...blocks.slice(Math.max(maxAbove, blocks.length - maxBelow))];
    return ends.filter(({ text, size }) => size <= maxSize && address.test(text));
  });
  const counts = countEach(edges.map(({ text }) => text));
  const least = Math.max(minRepeats, minRepeatedShare * texts.length);
  return edges.filter(({ text }) => (counts.get(text) ?? 0) >= least);
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
  return blocks.filter(
    (block, index) => isNotice(block, blocks[index + 1]) || listed.has(block) || (isPage && index >= last),
  );
}

function isNotice({ text, size }: FlowBlock, next: FlowBlock | undefined): boolean {
  if (size > maxSize) return false;
  if (slogan.test(text.trim()) || (distributor.test(text) && claim.test(text))) return true;
  return terms.test(text) && next !== undefined && distributor.test(next.text) && claim.test(next.text);
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
