import { distanceOf, profileOf } from './paragraph-profile.ts';

/**
 * The distance that two paragraphs come closer to their sources by when they change places. Measured on 10,000 batches of real translations: none of
 * 2,100 by three translators and models came so close, and 0.8 % of 7,000 free ones in printed books. Two of three swapped neighbors do.
 */
const minGain = 8;
/** Shorter paragraphs resemble each other. */
const minLetters = 40;

/**
 * Reports whether two paragraphs of a translation changed places: by their lengths, signs, names, numbers and the words that both languages
 * share, each is more like a translation of the other one's source.
 */
export function haveChangedPlaces(translated: readonly string[], sources: readonly string[]): boolean {
  const [own, original] = [translated.map(profileOf), sources.map(profileOf)];
  const letters = (profiles: typeof own): number => profiles.reduce((sum, { letters: count }) => sum + count, 0);
  const ratio = letters(own) / Math.max(1, letters(original));
  const isLong = original.map((profile) => profile.letters >= minLetters);
  const distances = original.map((source, from) =>
    own.map((paragraph, to) => (isLong[from] && isLong[to] ? distanceOf(source, paragraph, ratio) : 0)),
  );
  const at = (from: number, to: number): number => distances[from]?.[to] ?? 0;
  return distances.some(
    (_, one) =>
      isLong[one] &&
      distances.some(
        (_other, two) =>
          two > one && isLong[two] && at(one, one) + at(two, two) - at(one, two) - at(two, one) > minGain,
      ),
  );
}
