/** Sounds that Kokoro has one letter for, and tones. Anything else in IPA is a letter of its own. */
const letters: readonly (readonly [string, string])[] = [
  ['ʈʂ', 'ꭧ'],
  ['tʂ', 'ꭧ'],
  ['tɕ', 'ʨ'],
  ['dʑ', 'ʥ'],
  ['tʃ', 'ʧ'],
  ['dʒ', 'ʤ'],
  ['ts', 'ʦ'],
  ['dz', 'ʣ'],
  ['˨˩˦', '↓'],
  ['˧˩˧', '↓'],
  ['˨˩', '↓'],
  ['˧˥', '↗'],
  ['˥˩', '↘'],
  ['˥', '→'],
  ['g', 'ɡ'],
  ['ʑ', 'ʥ'],
  ['ɕ', 'ɕ'],
];

/** Returns a pronunciation in IPA in Kokoro's letters for Japanese and Chinese. */
export function ipaToLetters(ipa: string): string {
  const plain = ipa
    .normalize('NFD')
    .replaceAll('c\u0327', 'ç')
    .replaceAll(/[\u035C\u0361\u032F\u031A.|‖]/gu, '');
  return letters.reduce((text, [from, to]) => text.replaceAll(from, to), plain).replaceAll(/\p{M}/gu, '');
}
