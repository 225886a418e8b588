import { isGenericTitle } from '../../../titles/title-patterns.ts';
import type { FlowBlock, FlowDocument } from '../flow-block.ts';
import { rewriteBlocks } from './rewrite-blocks.ts';
import type { BlockPart } from './rewrite-blocks.ts';

/** Steps of a recipe and theses are fewer; nearly all books of scripture have a chapter with more verses. */
const minLongRow = 10;
const minRow = 3;
/** Lines of a psalm stand below their number. */
const minNumberedShare = 0.5;
/** Where a verse begins: with its block, or behind a mark. */
const pattern = /(?<=^|[.,;:!?…”’"»)—]\s)(\d{1,3})\s+(?=["“‘«(¿¡[]{0,2}\p{L})/gu;

/** The numbers of the verses of a chapter. */
interface Chapter {
  readonly verses: BlockPart[];
  /** Blocks of text, and those with a verse. */
  blocks: number;
  numbered: number;
}

/**
 * Removes the numbers of verses that only a space parts from their words (`1 In the beginning`). They count from one below the
 * number of each chapter (`Genesis 3`, `Psalm 23`), in most of its paragraphs, and in one chapter further than a list does.
 */
export function withoutBareVerses(documents: readonly FlowDocument[]): readonly FlowDocument[] {
  const chapters = documents.map((document) => chaptersOf(document).filter(holdsVerses));
  const rows = chapters.flat().map(({ verses }) => verses.length);
  const isScripture =
    rows.some((length) => length >= minLongRow) && rows.filter((length) => length >= minRow).length > 1;
  if (!isScripture) return documents;
  return documents.map((document, index) => {
    const verses = (chapters[index] ?? []).flatMap((chapter) => chapter.verses);
    return verses.length === 0 ? document : rewriteBlocks(document, verses, withoutParts);
  });
}

function holdsVerses({ verses, blocks, numbered }: Chapter): boolean {
  return verses.length > 0 && numbered >= minNumberedShare * blocks;
}

function chaptersOf({ blocks }: FlowDocument): Chapter[] {
  const chapters: Chapter[] = [];
  for (const block of blocks) {
    if (isNumbered(block)) chapters.push({ verses: [], blocks: 0, numbered: 0 });
    else if (block.kind === 'paragraph' || block.kind === 'verse') addVerses(chapters.at(-1), block);
  }
  return chapters;
}

/** The heading of a chapter ends in its number, or is one. */
function isNumbered({ kind, text, size }: FlowBlock): boolean {
  if (size > maxTitleSize || (kind !== 'heading' && !/\d$/u.test(text))) return false;
  return /(?:^|\s)\d{1,3}\.?$/u.test(text) || isGenericTitle(text);
}

/** Words. */
const maxTitleSize = 6;

function addVerses(chapter: Chapter | undefined, block: FlowBlock): void {
  if (chapter === undefined) return;
  const { verses } = chapter;
  const before = verses.length;
  for (const { 0: all, 1: number, index } of block.text.matchAll(pattern))
    if (Number(number) === verses.length + 1 && (verses.length > 0 || index === 0))
      verses.push({ block, start: index, end: index + all.length });
  if (block.kind === 'verse' && verses.length === before) return;
  chapter.blocks += 1;
  if (verses.length > before) chapter.numbered += 1;
}

function withoutParts(text: string, parts: readonly BlockPart[]): string {
  return parts.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
}
