import type { KnownCharacter } from './character.ts';
import type { Cast } from './cast-file.ts';

/**
 * Returns the characters of a cast file, with additional facts from the book, and then those that are only in the book. A person whom
 * the file names by another name is the same one.
 */
export function knownCharacters({ characters }: Cast, found: readonly KnownCharacter[]): readonly KnownCharacter[] {
  const taken = new Set(characters.flatMap(namesOf));
  const listed = characters.map((entry) => {
    const own = new Set(namesOf(entry));
    const same = found.filter((character) => namesOf(character).some((name) => own.has(name)));
    const others = same
      .flatMap(({ name, aliases }) => [name, ...aliases])
      .filter((name) => !taken.has(name.toLowerCase()));
    return {
      name: entry.name,
      aliases: [...entry.aliases, ...new Set(others)],
      gender: entry.gender ?? same[0]?.gender,
      age: entry.age ?? same[0]?.age,
    };
  });
  return [...listed, ...found.filter((character) => !namesOf(character).some((name) => taken.has(name)))];
}

function namesOf({ name, aliases }: Pick<KnownCharacter, 'name' | 'aliases'>): string[] {
  return [name, ...aliases].map((each) => each.toLowerCase());
}
