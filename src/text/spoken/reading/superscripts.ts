/** Returns a text in which subscript digits are plain ones: `H₂O` is read as `H2O`. */
export function plainSubscripts(text: string): string {
  return text.replaceAll(/[₀-₉]/gu, (digit) => digit.normalize('NFKC'));
}

/** Returns a text in which a raised two or three after a single letter or the letters of an equation is in words: `x²`, `E=mc²`. */
export function readRaised(text: string, words: Readonly<Record<string, string>>): string {
  if (!/[²³]/u.test(text)) return text;
  return text.replaceAll(/(?<=(?:(?<![\p{L}\p{N}])\p{L}|=\s?\p{L}{1,3}))[²³]/gu, (sign) => ` ${words[sign] ?? sign}`);
}

/** Returns a text in which fractions with raised numerators, as in PDFs, are plain ones: `1¹⁄2` is `1 1/2`. */
export function plainFractions(text: string): string {
  return text.replaceAll(
    /(\d?)([⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})\s?[⁄/]\s?([₀-₉]{1,3}|\d{1,3})(?!\d)/gu,
    (_all, whole: string, top: string, bottom: string) =>
      `${whole === '' ? '' : `${whole} `}${top.normalize('NFKC')}/${bottom.normalize('NFKC')}`,
  );
}

/** Returns a text without superscript numbers, which after words and marks are the numbers of notes. */
export function dropNoteMarks(text: string): string {
  return text.replaceAll(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu, '');
}

/** Returns a text without the numbers of notes that stand close to a word or a mark in square brackets, or behind a closing quote: `so.[12]`, `“Yes,”4 he`. */
export function dropWrittenNotes(text: string): string {
  return text
    .replaceAll(/(?<=[\p{L}.,;:!?"”’»“)\]])\[\d{1,3}\](?=[\s.,;:!?"”’»“)—[]|$)/gu, '')
    .replaceAll(/(?<=[.,;!?]["”’»“]|["”’»“][.,;])\d{1,3}(?=\s|$)/gu, '')
    .replaceAll(/(?<=\p{L} ?[”»!?])\d{1,3}(?=[\s.,;:!?…]|$)/gu, '');
}
