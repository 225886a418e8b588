import { endsSentence, endsWithStop } from '../../../text/ends-sentence.ts';
import { isCalledChapter, isGenericTitle } from '../../titles/title-patterns.ts';
import { risingItems } from './heading-number.ts';
import { callsItself, numberOfWorded, withoutBrackets, wordedKind } from './worded-heading.ts';

const maxLineLength = 60;
const maxNameLength = 120;
/** More headings one below the other, without text, are a list; a part and its first chapter are not. */
const minListLength = 3;

/** A line that is a chapter's heading, though no empty line need stand above or below it. */
export interface HeadingLine {
  /** Without brackets around it. */
  readonly text: string;
  /** Whether the line below starts the chapter's text and is not the rest of its name. */
  readonly hasTextBelow: boolean;
}

interface Candidate {
  readonly index: number;
  readonly text: string;
  readonly number: number;
  /** Number of characters before it and up to its end. */
  readonly start: number;
  readonly end: number;
}

/** Finds the lines such as `Chapter 3` and `第三章 …` by their index. Their numbers rise, and text is between them. */
export function findHeadingLines(lines: readonly string[]): ReadonlyMap<number, HeadingLine> {
  const apart = withoutLists(candidatesOf(lines));
  const chapters = apart.filter(({ text }) => isCalledChapter(text));
  const parts = apart.filter(({ text }) => !isCalledChapter(text));
  return new Map(
    [chapters, parts]
      .flatMap((kind) => [...risingItems(kind, ({ number }) => number)])
      .map(({ index, text }) => [index, { text, hasTextBelow: hasTextBelow(lines, index) }]),
  );
}

function candidatesOf(lines: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const end = start + line.length;
    const number = isHeadingLine(line) ? numberOfWorded(line) : undefined;
    if (number !== undefined) found.push({ index, text: textOf(line), number, start, end });
    start = end;
  }
  return found;
}

/** A line of wrapped text can start with a chapter's number, but seldom ends there; the last one ends with a stop. */
function isHeadingLine(line: string): boolean {
  if (line.length === 0 || line.length > maxLineLength || !callsItself(line)) return false;
  const text = withoutBrackets(line);
  if (isGenericTitle(text)) return true;
  return wordedKind(line) === 'heading' && !/[,;，；、]$/u.test(text) && !endsSentence(text);
}

function textOf(line: string): string {
  const text = withoutBrackets(line);
  return text === line.trim() ? line : text;
}

/** Leaves out the candidates that follow each other with rising numbers and no text between them. */
function withoutLists(candidates: readonly Candidate[]): Candidate[] {
  const lists: Candidate[][] = [];
  for (const candidate of candidates) {
    const before = lists.at(-1)?.at(-1);
    const follows =
      before !== undefined && candidate.start - before.end < maxNameLength && candidate.number > before.number;
    if (follows) lists.at(-1)?.push(candidate);
    else lists.push([candidate]);
  }
  return lists.filter((list) => list.length < minListLength).flat();
}

/** The lines up to the next empty one are the rest of a name if they are short and no sentence. */
function hasTextBelow(lines: readonly string[], index: number): boolean {
  const end = lines.indexOf('', index);
  const below = lines.slice(index + 1, end === -1 ? undefined : end);
  const text = below.join(' ');
  if (text.length > maxNameLength || below.length > 2) return true;
  return endsWithStop(text) && /\p{Lo}/u.test(text);
}
