import type { Age, Character, Gender } from './character.ts';

/** A voice that a character can get. */
export interface CastableVoice {
  readonly id: string;
  readonly name: string;
  readonly gender?: Gender | undefined;
}

/** Options of `assignVoices`. */
export interface AssignOptions {
  /** Voices of the language, best first. */
  readonly voices: readonly CastableVoice[];
  readonly narrator: string;
  /** Voices that characters have already, by name. */
  readonly given: ReadonlyMap<string, string>;
}

/**
 * Gives each character without a voice one of the gender and age, those with the most lines first. While there are voices, no
 * two characters have the same, and none the narrator's. The same cast and voices always give the same result.
 */
export function assignVoices(
  characters: readonly Character[],
  { voices, narrator, given }: AssignOptions,
): Map<string, string> {
  const uses = new Map<string, number>();
  const use = (voice: string): void => void uses.set(voice, (uses.get(voice) ?? 0) + 1);
  for (const voice of given.values()) use(voice);
  const assigned = new Map<string, string>();
  const mainFirst = characters.toSorted((a, b) => b.lines - a.lines || (a.name < b.name ? -1 : 1));
  for (const character of mainFirst) {
    if (given.has(character.name)) continue;
    const voice = bestVoice(character, voices, { narrator, uses }) ?? narrator;
    use(voice);
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

/** The fewest uses count most; of voices with equally many, the fitting age, then the better voice. */
function bestVoice(
  { gender, age }: Character,
  voices: readonly CastableVoice[],
  { narrator, uses }: { readonly narrator: string; readonly uses: ReadonlyMap<string, number> },
): string | undefined {
  const fitting = voices.filter(
    (voice) => voice.gender === gender || gender === undefined || voice.gender === undefined,
  );
  // A woman in a man's voice is worse than the narrator's.
  const others = fitting.filter(({ id }) => id !== narrator);
  const cost = (voice: CastableVoice): number => (uses.get(voice.id) ?? 0) * 2 + (fitsAge(voice, age) ? 0 : 1);
  return others.toSorted((a, b) => cost(a) - cost(b))[0]?.id ?? fitting[0]?.id;
}

/** Names of children's voices: Amazon Polly's, and those of Microsoft. */
const childVoices = /\b(?:ivy|justin|kevin|ana|maisie|child|kid|boy|girl)(?:neural)?\b/iu;

function fitsAge({ id, name }: CastableVoice, age: Age = 'adult'): boolean {
  return childVoices.test(`${id} ${name}`) === (age === 'child');
}
