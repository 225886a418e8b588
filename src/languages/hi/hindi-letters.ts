import type { SpokenLetters } from '../spoken-letters.ts';

/** Hindi: palatal stops for its affricates, and `r.` for its flapped `r`. */
export const hindiLetters: SpokenLetters = {
  voice: 'inc/hi',
  standIns: { consonant: 'फोफाफो', vowel: 'आवावोफो' },
  ipa: {
    tʃ: 'c',
    tɕ: 'c',
    dʒ: 'ɟ',
    dʑ: 'ɟ',
    ʧ: 'c',
    ʤ: 'ɟ',
    ɽ: 'r.',
    r: 'ɾ',
    ɹ: 'ɾ',
    w: 'ʋ',
    v: 'ʋ',
    ʱ: 'ʰ',
    ɦ: 'h',
  },
};
