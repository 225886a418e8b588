import { isCalledChapter, isGenericTitle } from '../../../titles/title-patterns.ts';
import { notePattern, plainLine } from './aozora-inline.ts';

/** A line of a text, or a part of it. */
export interface AozoraLine {
  readonly text: string;
  /** 1 to 3 for headings. */
  readonly level?: number | undefined;
}

const levels: ReadonlyMap<string, number> = new Map([
  ['大', 1],
  ['中', 2],
  ['小', 3],
]);
const kind = '(?:同行|窓)?([大中小])見出し';
const block = new RegExp(
  `［＃ここから${kind}］(?:\\n)?([\\s\\S]{1,500}?)(?:\\n)?［＃ここで(?:同行|窓)?[大中小]見出し終わり］`,
  'gu',
);
const span = new RegExp(`［＃${kind}］([^\\n]{1,200}?)［＃(?:同行|窓)?[大中小]見出し終わり］`, 'gu');
const behind = new RegExp(`^［＃「([\\s\\S]*)」は${kind}］$`, 'u');
const maxHeadingLength = 40;

/** Returns the lines with what is marked as a heading. Without any mark, lines alone that are chapters' numbers are headings. */
export function readLines(text: string): AozoraLine[] {
  const lines = joinBlocks(text)
    .split('\n')
    .flatMap((line) => partsOf(line));
  return lines.some(({ level }) => level !== undefined) ? lines : withNumbers(lines);
}

/** Writes the other forms as the one behind the text, each in one line. */
function joinBlocks(text: string): string {
  return text.replaceAll(block, behindText).replaceAll(span, behindText);
}

function behindText(_match: string, size: string, title: string): string {
  const line = title.replaceAll(/\s*\n\s*/gu, '　');
  return `${line}［＃「${plainLine(line)}」は${size}見出し］`;
}

/** Splits a line after its heading: the rest of the line is text. */
function partsOf(line: string): AozoraLine[] {
  const parts: AozoraLine[] = [];
  let start = 0;
  for (const { 0: note, index } of line.matchAll(notePattern)) {
    const level = levels.get(behind.exec(note)?.[2] ?? '');
    if (level === undefined) continue;
    parts.push({ text: line.slice(start, index), level });
    start = index + note.length;
  }
  const rest = { text: line.slice(start) };
  return parts.length > 0 && plainLine(rest.text) === '' ? parts : [...parts, rest];
}

function withNumbers(lines: readonly AozoraLine[]): AozoraLine[] {
  const plain = lines.map(({ text }) => plainLine(text));
  const isEmpty = (index: number): boolean => (plain[index] ?? '') === '';
  return lines.map((line, index) => {
    const title = plain[index] ?? '';
    const isHeading = title !== '' && title.length <= maxHeadingLength && isEmpty(index - 1) && isEmpty(index + 1);
    return isHeading && (isGenericTitle(title) || isCalledChapter(title)) ? { ...line, level: 2 } : line;
  });
}
