import type { Block, Chapter } from '../../core/book.ts';
import { sizeInWords } from '../../text/count-words.ts';
import { normalizeForComparison } from '../normalize-for-comparison.ts';
import type { FlowBlock } from './markup/flow-block.ts';
import { isGenericTitle, isPlaceholderTitle, startsLikeChapter } from './markup/title-patterns.ts';
import { endsWithStop } from '../../text/ends-sentence.ts';

/** A chapter's title, and the blocks with the title among them, once. */
export interface Titled {
  readonly title: string;
  readonly titleSource: Chapter['titleSource'];
  readonly blocks: readonly FlowBlock[];
}

const longestTitle = 200;

/**
 * Finds a chapter's title: contents entry, headings, title-like class, a first line that looks like a title, the
 * document's `<title>`, else its number. An entry that only counts and a heading (`3`, `The Storm`) make one title. What
 * the contents alone know is put before the text as a heading, so that it is heard; nothing of the text is lost or doubled.
 */
export function titleChapter(
  blocks: readonly FlowBlock[],
  label: string | undefined,
  documentTitle: string | undefined,
  number: number,
): Titled {
  if (label !== undefined && !isPlaceholderTitle(label)) {
    const marked = withTitleLines(blocks, label);
    return byContents(marked, leadingHeadings(marked, label), label);
  }
  const headings = leadingHeadings(blocks, undefined);
  if (headings.length > 0) return { title: joined(headings), titleSource: 'heading', blocks };
  return (
    byFirstLine(blocks) ??
    byDocument(blocks, documentTitle) ?? { title: `Chapter ${number}`, titleSource: 'number', blocks }
  );
}

/** Two parts of a title as one: `Chapter 3: The Storm`, `CHAPTER I. START IN LIFE`. */
export function joinTitle(first: string, second: string): string {
  return /[\p{L}\p{N})\]]$/u.test(first) ? `${first}: ${second}` : `${first} ${second}`;
}

/** First lines that say the title without being marked up as headings, made headings. */
function withTitleLines(blocks: readonly FlowBlock[], label: string): readonly FlowBlock[] {
  const wanted = normalizeForComparison(label);
  let count = 0;
  while (count < 3 && isTitleLine(blocks[count], wanted, count === 0)) count += 1;
  return count === blocks.length ? blocks : [...blocks.slice(0, count).map(asHeading), ...blocks.slice(count)];
}

function isTitleLine(block: FlowBlock | undefined, wanted: string, isFirst: boolean): boolean {
  if (!block || block.text === '' || block.text.length > 120) return false;
  if (block.kind === 'heading' || block.isTitleLike || isGenericTitle(block.text)) return true;
  const text = normalizeForComparison(block.text);
  return text === wanted || (!isFirst && text !== '' && wanted.endsWith(text));
}

function byContents(blocks: readonly FlowBlock[], headings: readonly string[], label: string): Titled {
  if (headings.length === 0) return withoutHeading(blocks, label);
  const heading = joined(headings);
  const title = shorten(mergedTitle(headings, heading, label));
  const numberIsMissing = isGenericTitle(label) && title === joinTitle(label, heading);
  return {
    title,
    titleSource: 'contents',
    blocks: numberIsMissing ? [headingBlock(blocks, label), ...blocks] : blocks,
  };
}

/** What contents and text say together: the fuller of the two, or both where one only counts. */
function mergedTitle(headings: readonly string[], heading: string, label: string): string {
  const spoken = normalizeForComparison(headings.join(''));
  const wanted = normalizeForComparison(label);
  const isGeneric = isGenericTitle(label);
  if (spoken === wanted) return label;
  if (spoken.includes(wanted))
    return !isGeneric && normalizeForComparison(headings[0] ?? '') === wanted ? label : heading;
  if (isGenericTitle(heading)) return wanted.startsWith(spoken) ? label : joinTitle(heading, label);
  return isGeneric && !startsLikeChapter(heading) ? joinTitle(label, heading) : label;
}

/** The text has no heading: the contents' title is put before it, unless the text starts with those words. */
function withoutHeading(blocks: readonly FlowBlock[], label: string): Titled {
  const wanted = normalizeForComparison(label);
  const speaksTitle = wanted !== '' && normalizeForComparison(blocks[0]?.text ?? '').startsWith(wanted);
  return {
    title: shorten(label),
    titleSource: 'contents',
    blocks: speaksTitle ? blocks : [headingBlock(blocks, label), ...blocks],
  };
}

function byFirstLine(blocks: readonly FlowBlock[]): Titled | undefined {
  const [first, ...rest] = blocks;
  if (!first || rest.length === 0 || !looksLikeTitle(first)) return undefined;
  return {
    title: shorten(first.text),
    titleSource: first.isTitleLike ? 'class' : 'first-line',
    blocks: [asHeading(first), ...rest],
  };
}

/** Short, and marked up, counting or set off as titles are: by emphasis or capitals, without the end of a sentence. */
function looksLikeTitle({ kind, text, isTitleLike: titleLike, isEmphasized: emphasised }: FlowBlock): boolean {
  if (text === '' || text.length > 80) return false;
  if (titleLike || isGenericTitle(text) || startsLikeChapter(text)) return true;
  const isSetOff = emphasised || /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(text);
  return isSetOff && !endsWithStop(text) && kind !== 'list-item';
}

function byDocument(blocks: readonly FlowBlock[], documentTitle: string | undefined): Titled | undefined {
  if (documentTitle === undefined || isPlaceholderTitle(documentTitle)) return undefined;
  return { title: shorten(documentTitle), titleSource: 'document-title', blocks };
}

/** Headings at the chapter's start; after the one that says all of the label, the next belong to sections. */
function leadingHeadings(blocks: readonly FlowBlock[], label: string | undefined): string[] {
  const texts: string[] = [];
  for (const { kind, text } of blocks.slice(0, 4)) {
    if (kind !== 'heading' || isComplete(texts, normalizeForComparison(label ?? ''))) break;
    texts.push(text);
  }
  return texts;
}

/** A number alone is no title yet. */
function isComplete(texts: readonly string[], wanted: string): boolean {
  const last = texts.at(-1);
  if (last === undefined || isGenericTitle(last)) return false;
  return wanted === '' || normalizeForComparison(texts.join('')).endsWith(wanted);
}

function joined(headings: readonly string[]): string {
  return shorten(
    headings.reduce((title, heading) => (isGenericTitle(title) ? joinTitle(title, heading) : `${title} ${heading}`)),
  );
}

function shorten(title: string): string {
  if (title.length <= longestTitle) return title;
  return `${title.slice(0, longestTitle).replace(/\s+\S*$/u, '')}…`;
}

function asHeading(block: FlowBlock): FlowBlock {
  return { ...block, kind: 'heading', level: block.level ?? 2 };
}

function headingBlock(blocks: readonly FlowBlock[], text: string): FlowBlock {
  const plain = { size: sizeInWords(text), linkedShare: 0, isEmphasized: false, isTitleLike: false, references: [] };
  const document: Block['document'] = blocks[0]?.document ?? '';
  return { kind: 'heading', level: 2, text, document, ...plain };
}
