/** Characters that are not seen. They may stand inside a word. */
export const invisible = String.raw`\u00AD\u200B-\u200D\u2060\uFEFF`;
const dropped = new RegExp(`['’ʼ${invisible}]`, 'gu');

/** Returns a word in the form in which words are compared: in lower case, without apostrophes and invisible characters. */
export function keyOf(word: string): string {
  return word.replaceAll(dropped, '').normalize('NFKC').toLowerCase();
}
