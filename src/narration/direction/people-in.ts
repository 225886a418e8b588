import type { CastText } from '../../cast/cast-text.ts';
import type { KnownCharacter } from '../../cast/character.ts';
import { nameFinder } from '../../cast/rules/name-finder.ts';

/** Returns the people who are named in a chapter: hardly anybody else speaks there. Everybody when nobody is. */
export function peopleIn(
  { blocks }: Pick<CastText, 'blocks'>,
  roster: readonly KnownCharacter[],
): readonly KnownCharacter[] {
  const find = nameFinder(roster);
  const named = new Set(blocks.flatMap(({ text }) => find(text).map(({ person }) => person)));
  return (named.size > 0 ? roster.filter((person) => named.has(person)) : roster).toSorted(byName);
}

/** Orders people: who was found first must not decide, or the answers of an earlier run would not be found. */
export function byName(one: KnownCharacter, other: KnownCharacter): number {
  return one.name < other.name ? -1 : 1;
}
