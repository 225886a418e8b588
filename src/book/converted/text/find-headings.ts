import { endsWithStop } from '../../../text/ends-sentence.ts';
import { isGenericTitle, isNamedPiece, startsLikeChapter, startsLikePart } from '../../titles/title-patterns.ts';
import { isEnd } from '../../titles/is-end.ts';
import { numberOfGeneric } from './heading-number.ts';
import { findBareNumbers, findLetters, findNumberedTitles, isCapitals } from './numbered-headings.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';
import { isShort, TextPlaces } from './text-places.ts';
import { callsItself, wordedKind } from './worded-heading.ts';

/**
 * Finds the headings of a plain text, which has no markup for them. Returns their levels by group: 1 for parts, 2 for chapters,
 * 3 for lines in capitals below these. Without any chapter word, numbers (alone or before a title), then lines in capitals or
 * set off by two empty lines, are the chapters. `listed` are the groups that the printed contents name.
 */
export function findHeadings(
  groups: readonly TextGroup[],
  listed: ReadonlySet<TextGroup>,
): ReadonlyMap<TextGroup, number> {
  const places = new TextPlaces(groups);
  const candidates = groups.filter((group) => isShort(group));
  const called = candidates.filter((group) => isWorded(group, places));
  const named = [...called, ...listed];
  const numbers = numbersOf(candidates, named, places);
  const sections = isNested(numbers, named) ? numbers : [];
  const chapters = sections.length > 0 ? named : [...called, ...numbers, ...listed];
  const pieces = candidates.filter((group) => isNamedPiece(joinGroup(group)) || isUnderlined(group));
  const setOff = candidates.filter((group) => isSetOff(group, places));
  const capitals = setOff.filter((group) => isCapitals(joinGroup(group)));
  const titles = chapters.length > 0 ? subtitlesOf(groups, new Set(chapters)) : [];
  const hasChapters = chapters.some((group) => !isPart(group));
  const others = capitals.filter((group) => places.isAboveText(group)).length > 1 ? capitals : setOff;
  const levels = new Map<TextGroup, number>();
  for (const group of hasChapters ? [...capitals, ...sections] : others) levels.set(group, hasChapters ? 3 : 2);
  for (const group of [...pieces, ...chapters, ...titles]) levels.set(group, isPart(group) ? 1 : 2);
  return levels;
}

/** A part's title alone says nothing about the chapters in it. */
function isPart(group: TextGroup): boolean {
  return startsLikePart(firstLine(group)) && !startsLikeChapter(firstLine(group));
}

function firstLine({ lines }: TextGroup): string {
  return (lines[0] ?? '').trim();
}

/** `CHAPTER IV. The Storm`, `Part One`, but not two of them, as in a list, and no sentence such as `Part two was simple.` */
function isWorded(group: TextGroup, places: TextPlaces): boolean {
  const [first = '', ...rest] = group.lines;
  if (!callsItself(first) || rest.some((line) => callsItself(line))) return false;
  if (isGenericTitle(first.trim())) return true;
  const text = joinGroup(group);
  if (text.length > 80 || wordedKind(first) === 'sentence') return false;
  return wordedKind(first) === 'heading' || isCapitals(text) || isApart(group, places);
}

/** A title that ends like a sentence has empty lines below it as well as above. */
function isApart(group: TextGroup, places: TextPlaces): boolean {
  return places.isSetOff(group) && (!endsWithStop(joinGroup(group)) || places.isSetOffBelow(group));
}

/** Numbers before titles are those of chapters unless these have a name; the more frequent kind of numbers is above the other. */
function numbersOf(
  candidates: readonly TextGroup[],
  named: readonly TextGroup[],
  places: TextPlaces,
): readonly TextGroup[] {
  const open = candidates.filter((group) => !named.includes(group));
  const bare = findBareNumbers(open, places);
  if (named.filter((group) => !isPart(group)).length > 1) return bare;
  const kinds = [bare, findNumberedTitles(open, places), findLetters(open, places)];
  return kinds.reduce((most, kind) => (kind.length > most.length ? kind : most));
}

/** Numbers that start again below chapters with a name are those of their sections. */
function isNested(numbers: readonly TextGroup[], named: readonly TextGroup[]): boolean {
  const starts = numbers.filter((group) => numberOfGeneric(joinGroup(group)) === 1);
  return starts.length > 1 && named.filter((group) => !isPart(group)).length > 1;
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
  if (/^[“"‘'«»„—–-]|[。！？].|[，；：、]$/u.test(text)) return false;
  return !text.endsWith('.') || (next !== undefined && next.gap > 1);
}

function isUnderlined({ lines }: TextGroup): boolean {
  return lines.length === 2 && /^\s*(?:={3,}|-{3,}|~{3,})$/u.test(lines[1] ?? '') && !/^\W*$/u.test(lines[0] ?? '');
}

/** Two empty lines above, and no end of a sentence. */
function isSetOff(group: TextGroup, places: TextPlaces): boolean {
  const text = joinGroup(group);
  if (!places.isSetOff(group) || text.length > 80 || !/\p{L}{2}/u.test(text) || /^[[(*_]/u.test(text)) return false;
  if (/[,;:，；：、]$/u.test(text) || isEnd(text)) return false;
  return !/["”’»』」]$/u.test(text) && !endsWithStop(text) ? true : places.isSetOffBelow(group) && isTitleCase(text);
}

/** Each long word has a capital, as in `Tiger! Tiger!` and `The Pool of Tears.` */
function isTitleCase(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  return words.every((word, index) => /^\p{Lu}/u.test(word) || (index > 0 && word.length <= 3));
}
