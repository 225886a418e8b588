import { segmenter, unspacedScripts } from './segmenter.ts';

/** With the marks between them, because a segmenter is slow to start. */
const unspacedRuns = new RegExp(String.raw`[${unspacedScripts}][${unspacedScripts}ー\p{P}\p{M}]*`, 'gu');
const letterOrDigit = /[\p{L}\p{N}]/u;
/** Code units that the segmenter gets at once. */
const windowLength = 200;

/** Words of a text: what stands between spaces and holds a letter or digit; in scripts without spaces, what the dictionary knows. */
export function countWords(text: string): number {
  let words = 0;
  const spaced = text.replace(unspacedRuns, (run) => {
    words += countUnspaced(run);
    return ' ';
  });
  for (const token of spaced.split(/[\s—…]+/u)) if (letterOrDigit.test(token)) words += 1;
  return words;
}

function countUnspaced(run: string): number {
  let words = 0;
  for (let start = 0; start < run.length; start += windowLength) {
    const parts = segmenter('word').segment(run.slice(start, start + windowLength));
    for (const part of parts) if (part.isWordLike === true) words += 1;
  }
  return words;
}
