import { endsWithStop } from '../../../text/ends-sentence.ts';
import {
  isCalledChapter,
  isGenericTitle,
  isNamedPiece,
  startsLikeChapter,
  startsLikePart,
} from '../../titles/title-patterns.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';

const maxHeadingLines = 3;
const maxHeadingLength = 120;

/**
 * Finds the headings of a plain text, which has no markup for them. Returns their levels by group: 1 for parts, 2 for chapters,
 * 3 for lines in capitals below these. Without any chapter word, numbers alone, then lines in capitals or set off by two empty
 * lines, are the chapters. `listed` are the groups that the printed contents name.
 */
export function findHeadings(
  groups: readonly TextGroup[],
  listed: ReadonlySet<TextGroup>,
): ReadonlyMap<TextGroup, number> {
  const candidates = groups.filter(isShort);
  const called = candidates.filter((group) => isWorded(group));
  const numbers = bareNumbers(groups, candidates);
  const chapters = [...called, ...numbers, ...listed];
  const pieces = candidates.filter((group) => isNamedPiece(joinGroup(group)) || isUnderlined(group));
  const setOff = candidates.filter((group) => isSetOff(group));
  const capitals = setOff.filter((group) => isCapitals(joinGroup(group)));
  const titles = chapters.length > 0 ? subtitlesOf(groups, new Set(chapters)) : [];
  const others = capitals.length > 1 ? capitals : setOff;
  const levels = new Map<TextGroup, number>();
  for (const group of chapters.length > 0 ? capitals : others) levels.set(group, chapters.length > 0 ? 3 : 2);
  for (const group of [...pieces, ...chapters, ...titles])
    levels.set(group, startsLikePart(firstLine(group)) && !startsLikeChapter(firstLine(group)) ? 1 : 2);
  return levels;
}

function firstLine({ lines }: TextGroup): string {
  return (lines[0] ?? '').trim();
}

function isShort(group: TextGroup): boolean {
  return group.lines.length <= maxHeadingLines && joinGroup(group).length <= maxHeadingLength;
}

/** `CHAPTER IV. The Storm`, `Part One`, but not two of them, as in a list, and no sentence such as `Chapter 3 is long.` */
function isWorded(group: TextGroup): boolean {
  const [first = '', ...rest] = group.lines;
  if (!callsItself(first) || rest.some((line) => callsItself(line))) return false;
  return isGenericTitle(first.trim()) || joinGroup(group).length <= 80;
}

function callsItself(line: string): boolean {
  return isCalledChapter(line.trim()) || startsLikePart(line.trim());
}

/** A number alone is a chapter's if it stands after whole sentences; that of a page stands anywhere. */
function bareNumbers(groups: readonly TextGroup[], candidates: readonly TextGroup[]): TextGroup[] {
  const found = candidates.filter((group) => {
    const text = joinGroup(group);
    return isGenericTitle(text) && !isWorded(group) && isInOrder(text);
  });
  if (found.length < 2) return [];
  const positions = new Map(groups.map((group, index) => [group, index]));
  const afterSentence = found.filter((group) => {
    const before = groups[(positions.get(group) ?? 0) - 1];
    return before === undefined || endsWithStop(joinGroup(before)) || isShort(before);
  });
  return afterSentence.length >= 0.9 * found.length ? found : [];
}

/** Excludes the words and letters that are numbers, too: `I`, `mix`, `second`. */
function isInOrder(text: string): boolean {
  return /^(?:\p{Nd}{1,3}|[IVXLC]+)[.)]?$/u.test(text);
}

/** The short line below `CHAPTER IV` is its name. */
function subtitlesOf(groups: readonly TextGroup[], chapters: ReadonlySet<TextGroup>): TextGroup[] {
  return groups.filter((group, index) => {
    const above = groups[index - 1];
    if (above === undefined || !chapters.has(above) || chapters.has(group)) return false;
    if (!isGenericTitle(joinGroup(above)) || !isShort(group) || joinGroup(group).length > 80) return false;
    const text = joinGroup(group);
    return (
      isCapitals(text) ||
      (!endsWithStop(text.replace(/\.$/u, '')) && group.lines.length === 1 && isTitle(text, groups[index + 1]))
    );
  });
}

/** A line of dialogue ends with a mark; a title, which may have a full stop, stands above a whole paragraph. */
function isTitle(text: string, next: TextGroup | undefined): boolean {
  if (/^[“"‘'«»„—–-]/u.test(text)) return false;
  return !text.endsWith('.') || (next !== undefined && next.gap > 1);
}

function isUnderlined({ lines }: TextGroup): boolean {
  return lines.length === 2 && /^\s*(?:={3,}|-{3,}|~{3,})$/u.test(lines[1] ?? '') && !/^\W*$/u.test(lines[0] ?? '');
}

/** Two empty lines above, and no end of a sentence. */
function isSetOff(group: TextGroup): boolean {
  const text = joinGroup(group);
  return (
    group.gap >= 2 &&
    text.length <= 80 &&
    /\p{L}{2}/u.test(text) &&
    !/[.,;:!?…"”’]$/u.test(text) &&
    !/^[[(*_]/u.test(text)
  );
}

function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}
