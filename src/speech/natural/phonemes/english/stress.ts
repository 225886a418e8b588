/** Stress that a word is given: `none` takes it away, `less` makes a secondary one of the primary one. */
export type Stress = 'less' | 'some' | 'much';

const vowel = /[AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ]/u;

/**
 * Returns a word in misaki's letters with more or less stress. `less` makes primary stress secondary; `some` gives secondary stress to a word
 * without any; `much` gives primary stress.
 */
export function withStress(phonemes: string, stress: Stress | undefined): string {
  const hasStress = /[ˈˌ]/u.test(phonemes);
  if (stress === undefined) return phonemes;
  if (stress === 'less' && phonemes.includes('ˈ')) return phonemes.replaceAll('ˌ', '').replaceAll('ˈ', 'ˌ');
  if (!hasStress) return phonemes.replace(vowel, (sound) => (stress === 'much' ? 'ˈ' : 'ˌ') + sound);
  return stress === 'much' && !phonemes.includes('ˈ') ? phonemes.replaceAll('ˌ', 'ˈ') : phonemes;
}

/** Returns the weight of a word in a compound: its sounds, of which diphthongs and affricates count twice. */
export function stressWeight(phonemes: string): number {
  return Array.from(phonemes, (sound) => (/[AIOQWYʤʧ]/u.test(sound) ? 2 : 1)).reduce((sum, weight) => sum + weight, 0);
}

/** Returns the names of letters as one word, with primary stress on the last. */
export function spelled(letters: readonly string[]): string {
  const all = letters.join('').replaceAll('ˌ', '').replaceAll('ˈ', 'ˌ');
  const last = all.lastIndexOf('ˌ');
  return last < 0 ? all : `${all.slice(0, last)}ˈ${all.slice(last + 1)}`;
}
