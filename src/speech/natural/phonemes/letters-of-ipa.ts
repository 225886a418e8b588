/** Returns the words of a pronunciation in IPA, without ties, bars and borders of syllables. Accents are signs of their own. */
export function wordsOfIpa(ipa: string): readonly string[] {
  // The cedilla of a letter of the IPA is no accent.
  const letters = ipa.normalize('NFD').replaceAll('c\u0327', '\u00E7');
  const words = letters.replaceAll(/\u203F|\u035C|\u0361|\||\u2016/gu, '').split(/[\s-]+/u);
  return words.map((word) => word.replaceAll('.', ''));
}

/** Returns sounds in IPA in the letters of a table, which takes the longest sound at each place. Other sounds stay as they are. */
export function lettersOf(ipa: string, table: Readonly<Record<string, string>>): string {
  let out = '';
  for (let at = 0; at < ipa.length;) {
    const length =
      [4, 3, 2, 1].find((size) => table[ipa.slice(at, at + size)] !== undefined && at + size <= ipa.length) ?? 0;
    out += table[ipa.slice(at, at + length)] ?? ipa[at] ?? '';
    at += length || 1;
  }
  return out;
}
