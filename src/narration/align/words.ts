import { unspacedScripts } from '../../text/segmenter.ts';

/** A word of a text, a character of a script without spaces, or a paragraph break, with its place in the text. */
export interface Word {
  /** Lower case, without apostrophes and invisible characters. A paragraph break is `¶`. */
  readonly key: string;
  /** Indices of its first character and after its last one. */
  readonly start: number;
  readonly end: number;
}

/** Key of a paragraph break. */
export const paragraphBreak = '¶';

/** Characters that are not seen. They may stand inside a word. */
export const invisible = String.raw`\u00AD\u200B-\u200D\u2060\uFEFF`;
const unspaced = String.raw`[${unspacedScripts}ー々〇]\p{M}*`;
const letter = String.raw`(?![${unspacedScripts}ー々〇])[\p{L}\p{M}${invisible}]`;
const wordPattern = new RegExp(String.raw`\n+|${unspaced}|\p{N}+|(?:${letter})+(?:['’ʼ](?:${letter})+)*`, 'gu');
const dropped = new RegExp(`['’ʼ${invisible}]`, 'gu');

/**
 * Returns the words of a text in order. `breaks` says which line breaks separate paragraphs: every one, or two and more as
 * in the text of a book, where a single one may be inside a poem.
 */
export function wordsOf(text: string, breaks: 'lines' | 'empty-lines'): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    const end = index + found.length;
    if (!found.startsWith('\n')) {
      const key = keyOf(found);
      // A modifier of an emoji is not a word.
      if (key !== '' && !/^\p{M}+$/u.test(key)) words.push({ key, start: index, end });
    } else if (found.length > 1 || breaks === 'lines') words.push({ key: paragraphBreak, start: index, end });
  }
  return words;
}

/** Returns a word in the form in which words are compared. */
export function keyOf(word: string): string {
  return word.replaceAll(dropped, '').normalize('NFKC').toLowerCase();
}
