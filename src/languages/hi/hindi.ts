import type { Language } from '../language.ts';

/** What is known of Hindi. */
export const hindi: Language = {
  negations: { plain: 'नहीं', other: 'न|ना|मत|बिना|बगैर|इनकार|इंकार|असंभव|अनिच्छ\\p{L}*' },
  sample: 'आख़िरी ट्राम पहाड़ी पर चढ़ रही थी, और कोई उतरना नहीं चाहता था।',
};
