import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { nameFinder } from '../../cast/rules/name-finder.ts';

/** The people who are named most in a book may speak in any chapter: in the first one of Pride and Prejudice Mrs. Bennet has no name. */
const alwaysListed = 12;

/** Returns the people who may speak in a chapter: those who are named in it, and those whom the roster, most frequent first, begins with. */
export function peopleIn(
  { blocks }: Pick<CastText, 'blocks'>,
  roster: readonly KnownCharacter[],
): readonly KnownCharacter[] {
  const find = nameFinder(roster);
  const named = new Set(blocks.flatMap(({ text }) => find(text).map(({ person }) => person)));
  return roster.filter((person, index) => index < alwaysListed || named.has(person)).toSorted(byName);
}

/** Orders people: who was found first must not decide, or the answers of an earlier run would not be found. */
export function byName(one: KnownCharacter, other: KnownCharacter): number {
  return one.name < other.name ? -1 : 1;
}
