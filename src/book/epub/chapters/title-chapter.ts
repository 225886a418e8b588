import type { Block, Chapter } from '../../../core/book.ts';
import { scanText } from '../../../text/count-words.ts';
import { endsWithStop } from '../../../text/ends-sentence.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { joinTitle } from '../../titles/join-title.ts';
import { shortenTitle } from '../../titles/name-chapters.ts';
import { joinNumbered } from '../../titles/numbered-title.ts';
import { isSameTitle, normalizeTitle } from '../../titles/same-title.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import {
  isCoverTitle,
  isGenericTitle,
  isPlaceholderTitle,
  startsLikeChapter,
  startsLikePart,
} from '../../titles/title-patterns.ts';
import { countTitleLines, endsWithText, holdsTitle, positionOfTitle } from './title-lines.ts';

/** A block of a chapter with the bodies of the notes that it refers to. */
export interface ChapterBlock extends FlowBlock {
  readonly noteBodies?: readonly (readonly FlowBlock[])[] | undefined;
}

/** A chapter's title, and its blocks with the title among them once. */
export interface TitledBlocks {
  readonly title: string;
  readonly titleSource: Chapter['titleSource'];
  readonly blocks: readonly ChapterBlock[];
}

/**
 * Finds a chapter's title: the contents entry, headings, a title-like class, a first line that looks like a title, the
 * document's `<title>`, the chapter's number or, before the chapters, the first words. An entry that is only a number and a heading
 * (`3`, `The Storm`) make one title. A title from the contents alone is put before the text as a heading; no text is lost or repeated.
 */
export function titleChapter(
  blocks: readonly ChapterBlock[],
  label: string | undefined,
  documentTitle: string | undefined,
  number: number,
): TitledBlocks {
  if (label !== undefined && !isPlaceholderTitle(label)) {
    return byLabel(blocks, label);
  }
  return titleInText(blocks) ?? byDocument(blocks, documentTitle) ?? byNumber(blocks, label, number);
}

/** Finds a chapter's title in its text alone: headings, or a first line that looks like a title. Undefined when there is none. */
export function titleInText(blocks: readonly ChapterBlock[]): TitledBlocks | undefined {
  const headings = leadingHeadings(blocks);
  if (headings.length > 0) return { title: joined(headings), titleSource: 'heading', blocks };
  return byFirstLine(blocks);
}

/** Lines above the title, such as an epigraph, stay there. */
function byLabel(blocks: readonly ChapterBlock[], label: string): TitledBlocks {
  const marked = withTitleLines(blocks, label);
  const headings = leadingHeadings(marked, label);
  if (headings.length > 0) return byContents(marked, headings, label);
  const headingsFrom = (start: number): string[] =>
    leadingHeadings(withTitleLines(blocks.slice(start, start + 5), label), label);
  const position = positionOfTitle(blocks, label, headingsFrom);
  if (position === undefined) return withoutHeading(marked, label);
  const below = withTitleLines(blocks.slice(position), label);
  const titled = byContents(below, leadingHeadings(below, label), label);
  return { ...titled, blocks: [...blocks.slice(0, position), ...titled.blocks] };
}

/** Makes the first lines headings if they repeat the title without heading markup. */
function withTitleLines(blocks: readonly ChapterBlock[], label: string): readonly ChapterBlock[] {
  const count = countTitleLines(blocks, label);
  if (count === blocks.length || blocks.slice(0, count).every(isHeading)) return blocks;
  return [...blocks.slice(0, count).map(asHeading), ...blocks.slice(count)];
}

function byContents(blocks: readonly ChapterBlock[], headings: readonly string[], label: string): TitledBlocks {
  const heading = joined(headings);
  const title = shortenTitle(joinNumbered(label, heading) ?? mergedTitle(headings, heading, label));
  const numberIsMissing = isGenericTitle(label) && title === joinTitle(label, heading);
  return {
    title,
    titleSource: 'contents',
    blocks: numberIsMissing ? [headingBlock(blocks, label), ...blocks] : blocks,
  };
}

/** Returns the fuller of the contents entry and the heading, or both if one is only a number. */
function mergedTitle(headings: readonly string[], heading: string, label: string): string {
  if (isSameTitle(headings.join(' '), label)) return label;
  const headingText = normalizeForComparison(headings.join(''));
  const wholeTitle = normalizeForComparison(label);
  const isGeneric = isGenericTitle(label);
  if (headingText.includes(wholeTitle))
    return !isGeneric && normalizeForComparison(headings[0] ?? '') === wholeTitle ? label : heading;
  if (isGenericTitle(heading)) return wholeTitle.startsWith(headingText) ? label : joinTitle(heading, label);
  return isGeneric && !startsLikeChapter(heading) ? joinTitle(label, heading) : label;
}

/** Puts the contents entry before a text without a heading, unless the text starts with those words. */
function withoutHeading(blocks: readonly ChapterBlock[], label: string): TitledBlocks {
  const wholeTitle = normalizeForComparison(label);
  const text = blocks[0]?.text ?? '';
  const startsWithTitle =
    wholeTitle !== '' &&
    (normalizeForComparison(text).startsWith(wholeTitle) ||
      `${normalizeTitle(text.slice(0, 2 * label.length + 20))} `.startsWith(`${normalizeTitle(label)} `));
  return {
    title: shortenTitle(label),
    titleSource: 'contents',
    blocks: startsWithTitle ? blocks : [headingBlock(blocks, label), ...blocks],
  };
}

function byFirstLine(blocks: readonly ChapterBlock[]): TitledBlocks | undefined {
  const [first, ...rest] = blocks;
  if (!first || rest.length === 0 || !looksLikeTitle(first)) return undefined;
  return {
    title: shortenTitle(first.text),
    titleSource: first.isTitleLike ? 'class' : 'first-line',
    blocks: [asHeading(first), ...rest],
  };
}

/** Short, and marked up, numbered or set off like a title: by emphasis or capitals, without the end of a sentence. */
function looksLikeTitle({ kind, text, isTitleLike, isEmphasized }: ChapterBlock): boolean {
  if (text === '' || text.length > 80 || kind === 'code') return false;
  if (isTitleLike || isGenericTitle(text) || startsLikeChapter(text)) return true;
  const isSetOff = isEmphasized || /^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(text);
  return isSetOff && !endsWithStop(text) && kind !== 'list-item';
}

function byDocument(blocks: readonly ChapterBlock[], documentTitle: string | undefined): TitledBlocks | undefined {
  if (documentTitle === undefined || isPlaceholderTitle(documentTitle)) return undefined;
  return { title: shortenTitle(documentTitle), titleSource: 'document-title', blocks };
}

/** Text under no entry before the chapters, or under that of the cover, is named by its first words. */
function byNumber(blocks: readonly ChapterBlock[], label: string | undefined, number: number): TitledBlocks {
  const written = blocks.filter((block) => block.text !== '');
  const below = written.find((block) => !isMasthead(block))?.text;
  const text = below === undefined || endsWithStop(below) ? written[0]?.text : below;
  const title =
    isBeforeChapters(blocks[0], label, number) && text !== undefined
      ? shortenTitle(text, maxFirstWordsLength)
      : `Chapter ${number}`;
  return { title, titleSource: 'number', blocks };
}

function isBeforeChapters(first: ChapterBlock | undefined, label: string | undefined, number: number): boolean {
  return label === undefined ? number === 1 && first?.pictureLevel === undefined : isCoverTitle(label);
}

const maxFirstWordsLength = 50;

/** The lines above a memo or a letter say who sends it: `Request for Comments: 9999`. */
function isMasthead({ text }: ChapterBlock): boolean {
  return text.length <= maxMastheadLength && !endsWithStop(text) && /\p{Lu}[^:.]{1,30}:\s+[\p{Lu}\p{N}]/u.test(text);
}

/** A few lines. */
const maxMastheadLength = 300;

/** Returns the headings at the chapter's start, up to the one that completes the label; later ones belong to sections. */
function leadingHeadings(blocks: readonly ChapterBlock[], label = ''): string[] {
  const first = blocks.slice(0, 4);
  const count = first.findIndex(({ kind }) => kind !== 'heading');
  const run = first.slice(0, count === -1 ? undefined : count).map(({ text }) => text);
  const end = run.findIndex((_, index) => index > 0 && endsTitle(blocks, run, index, label));
  const texts = end === -1 ? run : run.slice(0, end);
  if (!isGenericTitle(label) || texts.some((text) => holdsTitle(text, label))) return texts;
  // A number has one name.
  const name = texts.findIndex((text) => isName(text));
  return name === -1 ? texts : texts.slice(0, name + 1);
}

function endsTitle(blocks: readonly ChapterBlock[], run: readonly string[], index: number, label: string): boolean {
  const texts = run.slice(0, index);
  if (isComplete(texts, label, run.slice(index))) return true;
  return isSameTitle(texts.join(' '), label) && startsSections(blocks, index);
}

/** A heading below the whole title is the first of several sections if others of its level follow. */
function startsSections(blocks: readonly ChapterBlock[], index: number): boolean {
  const [title, own] = [blocks[index - 1], blocks[index]];
  if (own === undefined || (own.level ?? 0) <= (title?.level ?? 0)) return false;
  return blocks.some((block, other) => other > index && block.kind === 'heading' && block.level === own.level);
}

/** A number alone is not a complete title, and neither is a part's that a heading with the label follows. */
function isComplete(texts: readonly string[], label: string, next: readonly string[]): boolean {
  const last = texts.at(-1);
  if (last === undefined || isGenericTitle(last)) return false;
  if (isSameTitle(texts.join(' '), label)) return true;
  if (!isName(last) || label === '') return isName(last);
  if (next.some((text) => isSameTitle(text, label)) || (startsLikePart(last) && !startsLikePart(label))) return false;
  return holdsTitle(texts.join(' '), label) || endsWithText(texts.join(''), label);
}

/** A line that ends in a colon goes on in the next. */
function isName(heading: string): boolean {
  return !isGenericTitle(heading) && !/[:：]$/u.test(heading);
}

function joined(headings: readonly string[]): string {
  return shortenTitle(
    headings.reduce((title, heading) => (isGenericTitle(title) ? joinTitle(title, heading) : `${title} ${heading}`)),
  );
}

function isHeading({ kind, level }: ChapterBlock): boolean {
  return kind === 'heading' && level !== undefined;
}

function asHeading(block: ChapterBlock): ChapterBlock {
  return { ...block, kind: 'heading', level: block.level ?? 2 };
}

function headingBlock(blocks: readonly ChapterBlock[], text: string): ChapterBlock {
  const marks = { isMarkedAsNote: false, linkedShare: 0, references: [], noteNumbers: [] };
  const plain = { ...marks, isEmphasized: false, isTitleLike: false };
  const document: Block['document'] = blocks[0]?.document ?? '';
  return { kind: 'heading', level: 2, text, document, ...plain, ...scanText(text) };
}
