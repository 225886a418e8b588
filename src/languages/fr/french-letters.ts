import type { SpokenLetters } from '../spoken-letters.ts';

/** French: one `r`. */
export const frenchLetters: SpokenLetters = {
  voice: 'roa/fr',
  standIns: { consonant: 'fofafo', vowel: 'avavofo' },
  ipa: { r: 'ʁ', ɹ: 'ʁ', ɾ: 'ʁ', ʀ: 'ʁ' },
};
