import type { Block, Chapter } from '../../../core/book.ts';
import { scanText } from '../../../text/count-words.ts';
import { endsWithStop } from '../../../text/ends-sentence.ts';
import { normalizeForComparison } from '../../normalize-for-comparison.ts';
import { joinTitle, shortenTitle } from '../../titles/name-chapters.ts';
import { isSameTitle, normalizeTitle } from '../../titles/same-title.ts';
import type { FlowBlock } from '../markup/flow-block.ts';
import { isGenericTitle, isPlaceholderTitle, startsLikeChapter } from '../../titles/title-patterns.ts';

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
 * document's `<title>` or the chapter's number. An entry that is only a number and a heading (`3`, `The Storm`) make one
 * title. A title from the contents alone is put before the text as a heading; no text is lost or repeated.
 */
export function titleChapter(
  blocks: readonly ChapterBlock[],
  label: string | undefined,
  documentTitle: string | undefined,
  number: number,
): TitledBlocks {
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

/** Makes the first lines headings if they repeat the title without heading markup. */
function withTitleLines(blocks: readonly ChapterBlock[], label: string): readonly ChapterBlock[] {
  let count = 0;
  while (count < 3 && isTitleLine(blocks, count, label)) count += 1;
  if (count === blocks.length || blocks.slice(0, count).every(isHeading)) return blocks;
  return [...blocks.slice(0, count).map(asHeading), ...blocks.slice(count)];
}

function isTitleLine(blocks: readonly ChapterBlock[], index: number, label: string): boolean {
  const block = blocks[index];
  if (!block || block.text === '' || block.text.length > 120) return false;
  if (block.kind === 'heading' || block.isTitleLike || isGenericTitle(block.text)) return true;
  return isSameTitle(block.text, label) || (index > 0 && endsWithText(label, block.text));
}

function endsWithText(label: string, text: string): boolean {
  const normalized = normalizeForComparison(text);
  return normalized !== '' && normalizeForComparison(label).endsWith(normalized);
}

function byContents(blocks: readonly ChapterBlock[], headings: readonly string[], label: string): TitledBlocks {
  if (headings.length === 0) return withoutHeading(blocks, label);
  const heading = joined(headings);
  const title = shortenTitle(mergedTitle(headings, heading, label));
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

/** Returns the headings at the chapter's start, up to the one that completes the label; later ones belong to sections. */
function leadingHeadings(blocks: readonly ChapterBlock[], label: string | undefined): string[] {
  const texts: string[] = [];
  for (const [index, block] of blocks.slice(0, 4).entries()) {
    if (block.kind !== 'heading' || isComplete(texts, label ?? '')) break;
    if (isSameTitle(texts.join(' '), label ?? '') && startsSections(blocks, index)) break;
    texts.push(block.text);
  }
  return texts;
}

/** A heading below the whole title is the first of several sections if others of its level follow. */
function startsSections(blocks: readonly ChapterBlock[], index: number): boolean {
  const [title, own] = [blocks[index - 1], blocks[index]];
  if (own === undefined || (own.level ?? 0) <= (title?.level ?? 0)) return false;
  return blocks.some((block, other) => other > index && block.kind === 'heading' && block.level === own.level);
}

/** A number alone is not a complete title. */
function isComplete(texts: readonly string[], label: string): boolean {
  const last = texts.at(-1);
  if (last === undefined || isGenericTitle(last)) return false;
  const wholeTitle = normalizeForComparison(label);
  if (wholeTitle === '' || isSameTitle(texts.join(' '), label)) return true;
  return normalizeForComparison(texts.join('')).endsWith(wholeTitle);
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
  const plain = { isMarkedAsNote: false, linkedShare: 0, isEmphasized: false, isTitleLike: false, references: [] };
  const document: Block['document'] = blocks[0]?.document ?? '';
  return { kind: 'heading', level: 2, text, document, ...plain, ...scanText(text) };
}
