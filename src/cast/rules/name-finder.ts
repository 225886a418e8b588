import type { KnownCharacter } from '../character.ts';
import { escapePattern } from '../../core/strings/escape-pattern.ts';

/** A person in a text. */
export interface Named<Person> {
  readonly person: Person;
  readonly from: number;
  /** End index, exclusive. */
  readonly to: number;
}

/** Returns the people in a text, in order. */
export type FindPeople<Person> = (text: string) => readonly Named<Person>[];

/** Returns a function that finds characters by their names and aliases; of two that begin alike, the longer one. */
export function nameFinder(characters: readonly KnownCharacter[]): FindPeople<KnownCharacter> {
  const byName = new Map(
    characters.flatMap((character) => [...character.aliases, character.name].map((name) => [name, character])),
  );
  const names = [...byName.keys()].toSorted((a, b) => b.length - a.length).map(escapePattern);
  if (names.length === 0) return () => [];
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${names.join('|')})(?![\p{L}\p{M}])`, 'gu');
  return (text) =>
    [...text.matchAll(pattern)].flatMap(({ 0: written, index: from }) => {
      const person = byName.get(written);
      return person ? [{ person, from, to: from + written.length }] : [];
    });
}

/** Returns the people whom a quotation speaks to by name: `Come here, Anne!`. */
export function addressedIn<Person>(said: string, find: FindPeople<Person>): readonly Person[] {
  const addressed = find(said).filter(({ from, to }) => {
    const isFollowed = /^\s*(?:[,.!?;—–”"’»]|--|$)/u.test(said.slice(to));
    return (
      isFollowed &&
      /(?:^[“"‘'«]?|[,;—–]\s|--|\b(?:oh|O|dear|my|no|yes|well|why|now|please)[,!]?\s)$/iu.test(
        said.slice(Math.max(0, from - 12), from),
      )
    );
  });
  return [...new Set(addressed.map(({ person }) => person))];
}
