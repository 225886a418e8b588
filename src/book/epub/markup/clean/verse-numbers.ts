import type { FlowBlock } from '../flow-block.ts';
import type { BlockPart } from './rewrite-blocks.ts';

/** A number of a verse with that of its chapter, and the space behind it: `3:16 For God`. */
interface ChapterVerse extends BlockPart {
  readonly chapter: number;
  readonly verse: number;
}

/** References and times of the day rarely go on one by one. */
const minRow = 3;
const pattern = /(?<=^|[\s"“‘«(—])(\d{1,3}):([1-9]\d{0,2})\s+(?=["“‘«(¿¡[]{0,2}\p{L})/gu;

/** Returns the numbers of verses with their chapters, which count through a text from a first verse. */
export function findChapterVerses(blocks: readonly FlowBlock[]): ChapterVerse[] {
  const rows: ChapterVerse[][] = [];
  for (const number of blocks.flatMap((block) => versesOf(block))) {
    const row = rows.at(-1);
    if (row !== undefined && follows(number, row.at(-1))) row.push(number);
    else rows.push([number]);
  }
  const isLong = (row: readonly ChapterVerse[]): boolean => row.length >= minRow && row[0]?.verse === 1;
  // Behind a verse that is missing the text goes on.
  return rows.some(isLong) ? rows.filter((row) => row.length > 1 || row[0]?.verse === 1).flat() : [];
}

/** Returns the number of the chapter whose first verse a text begins with, as in `3:1 Now`. */
export function chapterOfFirstVerse(text: string): number | undefined {
  const chapter = /^(\d{1,3}):1\s/u.exec(text)?.[1];
  return chapter === undefined ? undefined : Number(chapter);
}

function versesOf(block: FlowBlock): ChapterVerse[] {
  if (block.kind === 'code' || block.kind === 'table-row' || !block.text.includes(':')) return [];
  return Array.from(block.text.matchAll(pattern), ({ 0: all, 1: chapter, 2: verse, index }) => ({
    block,
    start: index,
    end: index + all.length,
    chapter: Number(chapter),
    verse: Number(verse),
  }));
}

function follows({ chapter, verse }: ChapterVerse, last: ChapterVerse | undefined): boolean {
  if (last === undefined) return false;
  return chapter === last.chapter ? verse === last.verse + 1 : verse === 1;
}
