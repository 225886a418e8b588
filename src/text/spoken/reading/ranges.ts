import { lastWord } from '../../../languages/reading.ts';
import type { ReadingMatch } from '../../../languages/reading.ts';
import { writtenNumber } from './number-format.ts';

/**
 * Returns whether two numbers with a dash between them are a range or a result. Others are parts of a name: `W12–140`, `978-0`, `Figure 3-1`.
 * `names` are words before a number that names one thing.
 */
export function isRange(match: ReadingMatch, names: RegExp): boolean {
  if (isPartOfName(match, names) || hasTwoUnits(match)) return false;
  const [first, last] = [writtenNumber(match.groups, 'a'), writtenNumber(match.groups, 'b')];
  const areCounts = first.decimals + last.decimals !== '' || /[^\d\s–—−-]/u.test(match.text);
  return areCounts || mayRange(first.whole, last.whole);
}

function isPartOfName({ before, after }: ReadingMatch, names: RegExp): boolean {
  return /\p{L}[-–]?$|\d\s?[-–—−/]$/u.test(before) || /^[-–]\p{Lu}/u.test(after) || names.test(lastWord(before));
}

/** `5 km-10 miles` */
function hasTwoUnits({ groups: { same = '', unit = '', after = '' } }: ReadingMatch): boolean {
  return same !== '' && withoutStop(same) !== withoutStop(unit + after);
}

/** Scores and years before Christ fall. */
function mayRange(first: string, last: string): boolean {
  if (/^0\d/u.test(last)) return false;
  if (first.length < 3) return last.length < 5;
  return first.length === last.length || isRising(first, last);
}

function withoutStop(unit: string): string {
  return unit.replace(/\.$/u, '');
}

/** The second number may be written without the digits that both begin with: `1914–18`. */
function isRising(first: string, last: string): boolean {
  const completed = last.length < first.length ? first.slice(0, -last.length) + last : last;
  return Number(completed) > Number(first);
}
