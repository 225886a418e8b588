import { lettersOf, wordsOfIpa } from './letters-of-ipa.ts';

/** Sounds of Japanese and Chinese that Kokoro has one letter for, and tones. */
const letters: Readonly<Record<string, string>> = {
  ʈʂ: 'ꭧ',
  tʂ: 'ꭧ',
  tɕ: 'ʨ',
  dʑ: 'ʥ',
  tʃ: 'ʧ',
  dʒ: 'ʤ',
  ts: 'ʦ',
  dz: 'ʣ',
  '˨˩˦': '↓',
  '˧˩˧': '↓',
  '˨˩': '↓',
  '˧˥': '↗',
  '˥˩': '↘',
  '˥': '→',
  g: 'ɡ',
  ʑ: 'ʥ',
};

/** Returns a pronunciation in IPA in Kokoro's letters for Japanese and Chinese. */
export function ipaToLetters(ipa: string): string {
  return wordsOfIpa(ipa)
    .map((word) => lettersOf(word, letters).replaceAll(/\p{M}/gu, ''))
    .join(' ');
}
