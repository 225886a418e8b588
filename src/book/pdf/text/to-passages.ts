import type { BlockKind, BlockPicture, EmphasisRange } from '../../../core/book.ts';
import type { PagePicture, Line } from '../layout/pdf-page.ts';
import { joinDropCap, joinLines } from './join-lines.ts';
import type { BookWords } from './book-words.ts';
import { columnFrames, lineStart } from './column-frames.ts';
import type { ColumnFrame } from './column-frames.ts';
import { mostFrequent } from '../layout/most-frequent.ts';
import type { TitleLines } from './title-lines.ts';
import { beginsParagraph, bullet } from './begins-paragraph.ts';
import { lineEmphasis } from './line-emphasis.ts';

/** A picture beside a paragraph. */
export type PlacedPicture = Pick<PagePicture, 'page' | 'source' | 'alt'> & Pick<BlockPicture, 'place'>;

/** A paragraph with its position and its looks. Lengths in points. */
export interface Passage {
  readonly kind: BlockKind;
  readonly text: string;
  /** Parts of the text that are set off, when the pages show it. */
  readonly emphasis?: readonly EmphasisRange[] | undefined;
  readonly page: number;
  readonly baseline: number;
  readonly left: number;
  readonly size: number;
  readonly bold: boolean;
  /** Number of lines it is set in. */
  readonly lines: number;
  /** Marks of notes, with the page of each. */
  readonly marks: readonly { readonly mark: string; readonly page: number }[];
  /** In order; missing without any. */
  readonly pictures?: readonly PlacedPicture[] | undefined;
  /** Level of a heading, from 1. */
  readonly level?: number | undefined;
}

/** Dot leaders of a table. Four dots can be an ellipsis. */
const dotLeaders = /\s*(?:\.\s?){6,}/gu;
const sceneBreakLine = /^(?:[\s*⁂✻❦❧☙•·~#=_—–-]|\u2022)+$/u;

/** Facts about the lines of a book. */
interface LineFacts {
  /** The font size, in points, in which most of the book is set. */
  readonly bodySize: number;
  readonly words: BookWords;
  readonly titles: TitleLines;
}

/** Builds paragraphs from lines in reading order, across columns and pages. The lines of a known title are a heading. */
export function toPassages(lines: readonly Line[], { bodySize, words, titles }: LineFacts): Passage[] {
  const frames = columnFrames(lines);
  const indent = usualIndent(lines, frames);
  const joins = (open: readonly Line[], line: Line): boolean => {
    const [before, after] = [frames.get(open.at(-1)?.region ?? -1), frames.get(line.region)];
    const [first] = open;
    if (before === undefined || after === undefined || first === undefined) return false;
    // The words of a title can also be the last line of a paragraph, so only its end is certain.
    if (titles.has(first)) return titles.get(line) === titles.get(first);
    if (isSceneBreak(line) || isSceneBreak(first)) return isSceneBreak(line) && isSceneBreak(first);
    return !beginsParagraph({ open, line, before, after, bodySize, indent });
  };
  const groups: Line[][] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    if (open !== undefined && joins(open, line)) open.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => toPassage(group, words, titles));
}

function isSceneBreak(line: Line): boolean {
  return sceneBreakLine.test(line.text);
}

/** Returns the most frequent indent of first lines, or undefined when too few lines are indented. */
function usualIndent(lines: readonly Line[], frames: ReadonlyMap<number, ColumnFrame>): number | undefined {
  const indents = lines.flatMap((line) => {
    const indent = lineStart(line) - (frames.get(line.region)?.start ?? 0);
    return indent > 0.7 * line.size && indent < 5 * line.size ? [indent] : [];
  });
  return indents.length > lines.length * 0.03 ? mostFrequent(indents) : undefined;
}

function toPassage(group: readonly Line[], words: BookWords, titles: TitleLines): Passage[] {
  const [first] = group;
  if (first === undefined) return [];
  const isBreak = isSceneBreak(first);
  const joined = isBreak ? '' : group.map((line) => lineText(line, words)).reduce((a, b) => joinLines(a, b, words));
  const text = joined.replace(bullet, '').replaceAll('\u00AD', '').replaceAll(dotLeaders, ', ').replace(/, $/u, '');
  return [
    {
      kind: isBreak ? 'scene-break' : kindOf(first, titles),
      text,
      emphasis: lineEmphasis(text, group),
      page: first.page,
      baseline: first.baseline,
      left: first.left,
      size: first.size,
      bold: group.every((line) => line.bold),
      lines: group.length,
      marks: group.flatMap((line) => line.marks.map((mark) => ({ mark, page: line.page }))),
    },
  ];
}

function lineText(line: Line, words: BookWords): string {
  return line.dropCap === undefined ? line.text : joinDropCap(line.dropCap, line.text, words);
}

function kindOf(first: Line, titles: TitleLines): BlockKind {
  if (titles.has(first)) return 'heading';
  return bullet.test(first.text) ? 'list-item' : 'paragraph';
}
