const segmenters = new Map<'grapheme' | 'word', Intl.Segmenter>();

/** Scripts written without spaces between words, as the inside of a `u` character class. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');

/** Returns whether a text contains a character of a script that is written without spaces between words. */
export function isUnspaced(text: string): boolean {
  // Testing first is faster: texts of other scripts have no such code units.
  return /[\u0E00-\u1FFF\u2E80-\uFFFF]/.test(text) && unspaced.test(text);
}

/** Returns the segmenter for all languages: its rules depend on the script alone. Its time grows with the square of the text. */
export function segmenter(granularity: 'grapheme' | 'word'): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, known);
  return known;
}
