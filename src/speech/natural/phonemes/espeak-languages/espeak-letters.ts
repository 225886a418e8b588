import type { SpokenLetters } from '../../../../languages/language.ts';
import { lettersOf, wordsOfIpa } from '../letters-of-ipa.ts';

/** Sounds of espeak-ng that Kokoro has one letter for, in every language that it was trained on with espeak-ng (misaki 0.9, Apache-2.0). */
const oneLetter: Readonly<Record<string, string>> = {
  aɪ: 'I',
  aʊ: 'W',
  dz: 'ʣ',
  dʒ: 'ʤ',
  eɪ: 'A',
  oʊ: 'O',
  əʊ: 'Q',
  ss: 'S',
  ts: 'ʦ',
  tʃ: 'ʧ',
  ɔɪ: 'Y',
};

/** Sounds of the IPA that Kokoro has no letter for, and the nearest one. */
const nearestLetter: Readonly<Record<string, string>> = {
  g: 'ɡ',
  ɝ: 'ɜɹ',
  ɱ: 'm',
  ɫ: 'l',
  ɬ: 'l',
  ɭ: 'l',
  ʀ: 'ʁ',
  ɦ: 'h',
  ħ: 'h',
  ʍ: 'w',
  ʏ: 'y',
  ɵ: 'ø',
  ɘ: 'ə',
  ɞ: 'ɜ',
  ʉ: 'u',
  ɓ: 'b',
  ɗ: 'd',
  ɠ: 'ɡ',
  ʐ: 'ʒ',
  ʑ: 'ʒ',
};

/** Returns sounds as `EspeakReader.readSounds` gives them in Kokoro's alphabet. Only the letters of one sound make one letter. */
export function soundsToKokoro(sounds: string): string {
  const words = sounds.replaceAll(/\([a-z-]+\)|-/gu, '').split(/[\s|]+/u);
  const read = words.map((word) => {
    const letters = word.split('_').map((sound) => lettersOf(sound, oneLetter));
    return letters.join('');
  });
  return read.filter((word) => word !== '').join(' ');
}

/** Returns a pronunciation in IPA in Kokoro's alphabet, as espeak-ng writes the language. */
export function ipaToKokoro(ipa: string, { ipa: own }: SpokenLetters): string {
  const table = { ...nearestLetter, ...oneLetter, ...own };
  return wordsOfIpa(ipa)
    .map((word) => stressBeforeVowels(lettersOf(word, table)))
    .join(' ');
}

const vowels = 'AIOQWYaeiouyɑɐɒæɔəɚɛɜɨɪɯøœʊʌɤᵻᵊ';

/** The IPA marks the syllable that is stressed, espeak-ng its vowel. */
function stressBeforeVowels(word: string): string {
  return word.replaceAll(new RegExp(`([ˈˌ])([^${vowels}ˈˌ]+)(?=[${vowels}])`, 'gu'), '$2$1');
}

/** Returns whether a pronunciation begins with a vowel. */
export function startsWithVowel(ipa: string): boolean {
  return new RegExp(`^[ˈˌ]?[${vowels}]`, 'u').test(ipa);
}
