import type { Language } from '../language.ts';

/** What is known of Hindi. */
export const hindi: Language = {
  word: 'नमस्ते',
  sample: 'आख़िरी ट्राम पहाड़ी पर चढ़ रही थी, और कोई उतरना नहीं चाहता था।',
  // Hindi: palatal stops for its affricates, and `r.` for its flapped `r`.
  letters: {
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
  },
};
