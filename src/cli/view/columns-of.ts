import fastStringWidth from 'fast-string-width';

/** Characters without a width that the library counts as one column. */
const invisible = /[\u00AD\u200B\u200C\u2060\uFEFF]/gu;

/** Returns the number of columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  // The library leaves out the vowel signs that stand beside their letter, as in Hindi. Terminals give them a column.
  const spacingMarks = text.match(/\p{Mc}/gu)?.length ?? 0;
  return fastStringWidth(text.normalize('NFC').replaceAll(invisible, '')) + spacingMarks;
}
