import { endsWithStop } from '../../../text/ends-sentence.ts';
import { isGenericTitle } from '../../titles/title-patterns.ts';
import { numberBeforeTitle, numberOfGeneric, risingItems } from './heading-number.ts';
import { joinGroup } from './text-group.ts';
import type { TextGroup } from './text-group.ts';
import { isShort } from './text-places.ts';
import type { TextPlaces } from './text-places.ts';

/** A dictionary has most letters of the alphabet above its entries. */
const minLetters = 5;

/** Returns the groups that are a letter alone, from A to Z in order. */
export function findLetters(candidates: readonly TextGroup[], places: TextPlaces): TextGroup[] {
  const letters = candidates.filter((group) => /^\p{Lu}\.?$/u.test(joinGroup(group)) && places.isSetOff(group));
  return [...risingItems(letters, (group) => joinGroup(group).codePointAt(0), minLetters)];
}

/** Returns the groups that are a number alone. That of a chapter stands after whole sentences; that of a page stands anywhere. */
export function findBareNumbers(candidates: readonly TextGroup[], places: TextPlaces): TextGroup[] {
  const numbers = candidates.filter((group) => isGenericTitle(joinGroup(group)) && isInOrder(joinGroup(group)));
  const found = [...risingItems(numbers, (group) => numberOfGeneric(joinGroup(group)))];
  const afterSentence = found.filter((group) => {
    const before = places.before(group);
    return before === undefined || endsWithStop(joinGroup(before)) || isShort(before);
  });
  return afterSentence.length >= 0.9 * found.length ? found : [];
}

/** Excludes the words and letters that are numbers, too: `I`, `mix`, `second`. */
function isInOrder(text: string): boolean {
  return /^(?:\p{Nd}{1,3}|[IVXLC]+|[〇一二三四五六七八九十百]{1,5})[.)]?$/u.test(text);
}

/** Returns the groups with a number before a title (`II. The Mail`) whose numbers rise and that stand apart, not in a list. */
export function findNumberedTitles(candidates: readonly TextGroup[], places: TextPlaces): TextGroup[] {
  const numbered = new Set(candidates.filter((group) => numberBeforeTitle(joinGroup(group)) !== undefined));
  const apart = [...numbered].filter(
    (group) => !isNumbered(places.before(group)) && !isNumbered(places.after(group)) && standsApart(group, places),
  );
  const found = [...risingItems(apart, (group) => numberBeforeTitle(joinGroup(group)))];
  return [...firstOf(found, numbered, places), ...found];

  function isNumbered(group: TextGroup | undefined): boolean {
    return group !== undefined && numbered.has(group);
  }
}

/** The first title can stand right below the title of the book, and so less apart than the others. */
function firstOf(found: readonly TextGroup[], numbered: ReadonlySet<TextGroup>, places: TextPlaces): TextGroup[] {
  const [second] = found;
  if (second === undefined || numberBeforeTitle(joinGroup(second)) !== 2) return [];
  const ones = [...numbered].filter((group) => numberBeforeTitle(joinGroup(group)) === 1);
  const own = ones.filter((group) => places.isAboveText(group) && !endsWithStop(joinGroup(group)));
  return own.length === 1 ? own : [];
}

function standsApart(group: TextGroup, places: TextPlaces): boolean {
  const text = joinGroup(group);
  if (/[,;:，；：、]$/u.test(text)) return false;
  if (places.isOutdented(group) && !endsWithStop(text)) return true;
  if (places.isSetOff(group)) return !endsWithStop(text) || places.isSetOffBelow(group) || isCapitals(text);
  return isCapitals(text);
}

/** Reports whether a text is in capitals. */
export function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}
