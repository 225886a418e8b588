const segmenters = new Map<'grapheme' | 'word', Intl.Segmenter>();

/** The scripts that write no spaces between words, as the inside of a `u` character class; a dictionary knows their words. */
export const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** One segmenter for all languages: its rules go by script. Give it short texts only, its time grows with their square. */
export function segmenter(granularity: 'grapheme' | 'word'): Intl.Segmenter {
  const known = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, known);
  return known;
}
