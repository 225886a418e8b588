import { addTo } from '../core/collections/add-to.ts';
import type { Age, Character, Gender } from './character.ts';

/** A voice that a character can get. */
export interface CastableVoice {
  readonly id: string;
  readonly name: string;
  readonly gender?: Gender | undefined;
  /** Whether it is one that its maker grades low. */
  readonly isWeak?: boolean | undefined;
  /** Whether it has another accent than the narrator. */
  readonly isForeign?: boolean | undefined;
}

/** Options of `assignVoices`. */
export interface AssignOptions {
  /** Voices of the language, best first. */
  readonly voices: readonly CastableVoice[];
  readonly narrator: string;
  /** Voices that characters have already, by name. */
  readonly given: ReadonlyMap<string, string>;
  /** Reports whether two characters speak with each other. Default: nobody does. */
  readonly talk?: ((one: string, other: string) => boolean) | undefined;
}

/**
 * Gives each character without a voice one of the gender and age, those with the most lines first. Nobody has the narrator's while there
 * is another. Minor characters share a good voice before they get a weak one, but not with somebody to whom they speak. The same
 * cast and voices always give the same result.
 */
export function assignVoices(
  characters: readonly Character[],
  { voices, narrator, given, talk = () => false }: AssignOptions,
): Map<string, string> {
  const users = new Map<string, string[]>();
  const use = (voice: string, name: string): void => addTo(users, voice, name);
  for (const [name, voice] of given) use(voice, name);
  const assigned = new Map<string, string>();
  const mainFirst = characters.toSorted((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1));
  for (const character of mainFirst) {
    if (given.has(character.name)) continue;
    const voice = bestVoice(character, voices, { narrator, users, talk }) ?? narrator;
    use(voice, character.name);
    assigned.set(character.name, voice);
  }
  return assigned;
}

/** Returns a second voice for what is quoted: one that differs most from the narrator's. */
export function secondVoice(voices: readonly CastableVoice[], narrator: string): string | undefined {
  const others = voices.filter(({ id }) => id !== narrator);
  const gender = voices.find(({ id }) => id === narrator)?.gender;
  const contrast = gender && others.find((voice) => voice.gender !== undefined && voice.gender !== gender);
  return (contrast ?? others[0])?.id;
}

/** What speaks against a voice: each use more than another age or accent, a weak voice more than one use, a partner of a talk most. */
const costs = { use: 4, weak: 6, age: 2, accent: 1, partner: 1000 };

interface Uses {
  readonly narrator: string;
  /** Names of those who have a voice. */
  readonly users: ReadonlyMap<string, readonly string[]>;
  readonly talk: (one: string, other: string) => boolean;
}

function bestVoice(
  { name, gender, age }: Character,
  voices: readonly CastableVoice[],
  { narrator, users, talk }: Uses,
): string | undefined {
  const fitting = voices.filter(
    (voice) => voice.gender === gender || gender === undefined || voice.gender === undefined,
  );
  // A woman in a man's voice is worse than the narrator's.
  const others = fitting.filter(({ id }) => id !== narrator);
  const cost = (voice: CastableVoice): number => {
    const own = users.get(voice.id) ?? [];
    return (
      own.length * costs.use +
      (voice.isWeak ? costs.weak : 0) +
      (fitsAge(voice, age) ? 0 : costs.age) +
      (voice.isForeign ? costs.accent : 0) +
      (own.some((other) => talk(name, other)) ? costs.partner : 0)
    );
  };
  return others.toSorted((a, b) => cost(a) - cost(b))[0]?.id ?? fitting[0]?.id;
}

/** Names of children's voices: Amazon Polly's, and those of Microsoft. */
const childVoices = /\b(?:ivy|justin|kevin|ana|maisie|child|kid|boy|girl)(?:neural)?\b/iu;

function fitsAge({ id, name }: CastableVoice, age: Age = 'adult'): boolean {
  return childVoices.test(`${id} ${name}`) === (age === 'child');
}
