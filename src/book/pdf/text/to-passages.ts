import type { BlockKind } from '../../../core/book.ts';
import { joinDropCap, joinLines } from './join-lines.ts';
import type { WordFrequencies } from './join-lines.ts';
import { columnFrames, lineStart } from './column-frames.ts';
import type { ColumnFrame } from './column-frames.ts';
import type { Line } from '../layout/pdf-page.ts';
import { beginsParagraph, bullet } from './begins-paragraph.ts';

/** A paragraph with what its looks tell about it. */
export interface Passage {
  readonly kind: BlockKind;
  readonly text: string;
  readonly page: number;
  readonly baseline: number;
  readonly left: number;
  readonly size: number;
  readonly bold: boolean;
  readonly lines: number;
  /** Marks of notes with the pages they stand on. */
  readonly marks: readonly { readonly mark: string; readonly page: number }[];
  /** Heading level, once it is known to be a heading. */
  readonly level?: number;
}

/** Dots that lead the eye over a table; four dots can be an ellipsis. */
const dotLeaders = /\s*(?:\.\s?){6,}/gu;
const sceneBreakLine = /^(?:[\s*⁂✻❦❧☙•·~#=_—–-]|\u2022)+$/u;

/** Builds paragraphs from lines in reading order, over columns and pages. */
export function toPassages(lines: readonly Line[], bodySize: number, vocabulary: WordFrequencies): Passage[] {
  const measures = columnFrames(lines);
  const indents = usesIndents(lines, measures);
  const joins = (open: readonly Line[], line: Line): boolean => {
    const [before, after] = [measures.get(open.at(-1)?.region ?? -1), measures.get(line.region)];
    const [first] = open;
    if (before === undefined || after === undefined || first === undefined) return false;
    if (isSceneBreak(line) || isSceneBreak(first)) return isSceneBreak(line) && isSceneBreak(first);
    return !beginsParagraph({ open, line, before, after, bodySize, indents });
  };
  const groups: Line[][] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    if (open !== undefined && joins(open, line)) open.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => toPassage(group, vocabulary));
}

function isSceneBreak(line: Line): boolean {
  return sceneBreakLine.test(line.text);
}

function usesIndents(lines: readonly Line[], measures: ReadonlyMap<number, ColumnFrame>): boolean {
  const indented = lines.filter((line) => {
    const indent = lineStart(line) - (measures.get(line.region)?.start ?? 0);
    return indent > 0.7 * line.size && indent < 5 * line.size;
  });
  return indented.length > lines.length * 0.03;
}

function toPassage(group: readonly Line[], vocabulary: WordFrequencies): Passage[] {
  const [first] = group;
  if (first === undefined) return [];
  const sceneBreak = isSceneBreak(first);
  const text = sceneBreak
    ? ''
    : group.map((line) => lineText(line, vocabulary)).reduce((a, b) => joinLines(a, b, vocabulary));
  return [
    {
      kind: sceneBreak ? 'scene-break' : kindOf(first),
      text: text.replace(bullet, '').replaceAll('\u00AD', '').replaceAll(dotLeaders, ', ').replace(/, $/u, ''),
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

function lineText(line: Line, vocabulary: WordFrequencies): string {
  return line.dropCap === undefined ? line.text : joinDropCap(line.dropCap, line.text, vocabulary);
}

function kindOf(first: Line): BlockKind {
  return bullet.test(first.text) ? 'list-item' : 'paragraph';
}
