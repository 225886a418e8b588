/** Sounds that espeak-ng and recognizers write in several ways, by those that stand for them here. */
const folded: Readonly<Record<string, string>> = {
  ɚ: 'əɹ',
  ɝ: 'ɜɹ',
  ɾ: 't',
  ʔ: 't',
  ɡ: 'g',
  ᵻ: 'i',
  ᵊ: 'ə',
  ɐ: 'ə',
  ɫ: 'l',
  ɭ: 'l',
  ʤ: 'dʒ',
  ʧ: 'tʃ',
  r: 'ɹ',
  ʀ: 'ɹ',
  ʁ: 'ɹ',
  // Kokoro writes diphthongs as one letter.
  A: 'eɪ',
  I: 'aɪ',
  O: 'oʊ',
  W: 'aʊ',
  Y: 'ɔɪ',
};

const vowels = new Set('aeiouyæɑɒɔəɛɜɪʊʌøœɨʉɯɤɞɵ');

/** Consonants that listeners and recognizers take for one another. */
const classes = ['pb', 'td', 'kg', 'fvθð', 'szʃʒ', 'mnŋɲ', 'lɹwj', 'hχxɣ'];

const classOf = new Map(classes.flatMap((sounds, index) => Array.from(sounds, (sound) => [sound, index] as const)));

/** Costs of an alignment (test/bench/listening.mjs). */
const costs = { vowel: 0.25, sameClass: 0.35, other: 1, vowelForConsonant: 1.4, weakGap: 0.5, gap: 1 };

/**
 * Returns the sounds of IPA that are compared, one per item. Stress, length, tone and marks of narrow transcription are
 * left out, and spellings of one sound are made equal.
 */
export function phonesOf(ipa: string): readonly string[] {
  // espeak-ng marks a change of language as `(en)`.
  const plain = ipa.normalize('NFD').replaceAll(/\([a-z-]+\)/gu, '');
  return Array.from(plain)
    .flatMap((sound) => Array.from(folded[sound] ?? sound))
    .filter((sound) => /\p{L}/u.test(sound) && !/[ˈˌːˑʰʲʷ]/u.test(sound));
}

/** Returns the cost of hearing one sound for another, from 0 to 1.4. */
export function swapCost(spoken: string, heard: string): number {
  if (spoken === heard) return 0;
  const [isVowel, isVowelHeard] = [vowels.has(spoken), vowels.has(heard)];
  if (isVowel !== isVowelHeard) return costs.vowelForConsonant;
  if (isVowel) return costs.vowel;
  const group = classOf.get(spoken);
  return group !== undefined && group === classOf.get(heard) ? costs.sameClass : costs.other;
}

/** Returns the cost of not hearing a sound. Vowels, h and r are often swallowed. */
export function gapCost(sound: string): number {
  return vowels.has(sound) || sound === 'h' || sound === 'ɹ' ? costs.weakGap : costs.gap;
}
