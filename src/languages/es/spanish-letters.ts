import type { SpokenLetters } from '../spoken-letters.ts';

/** Castilian Spanish: five vowels, no voiced `z`, `v` as `b`. */
export const spanishLetters: SpokenLetters = {
  voice: 'roa/es',
  standIns: { consonant: 'fofafó', vowel: 'avavofó' },
  ipa: {
    æ: 'a',
    ɑ: 'a',
    ɐ: 'a',
    ʌ: 'a',
    ɒ: 'o',
    ɔ: 'o',
    ə: 'e',
    ɜ: 'e',
    ɪ: 'i',
    ʊ: 'u',
    ɹ: 'ɾ',
    ʁ: 'r',
    h: 'x',
    v: 'b',
    z: 's',
    dʒ: 'ʝ',
    ː: '',
  },
};
