import { isUnspaced, segmenter, unspacedScripts } from './segmenter.ts';

/** Returns the number of words: runs between spaces with a letter or digit, and dictionary words in scripts without spaces. */
export function countWords(text: string): number {
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const kind = kindAt(text, index);
    if (kind === letter && !isInside) words += 1;
    if (kind === unspaced) {
      const end = runEnd(text, index);
      for (const part of segmenter('word').segment(text.slice(index, end))) if (part.isWordLike === true) words += 1;
      index = end - 1;
    }
    isInside = kind === letter || (kind === mark && isInside);
  }
  return words;
}

/** Returns the number of words in all given texts. */
export function countWordsOf(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + countWords(text), 0);
}

/**
 * Returns the size of a text for limits such as "a page of prose": the number of its words, where each character of a script
 * without spaces counts as one. `countWords`, which is shown to people, finds half as many in Chinese or Japanese.
 */
export function sizeInWords(text: string): number {
  let size = 0;
  let isInside = false;
  // Every character of a book passes here, so the table is asked first and letters are decided first.
  for (let index = 0; index < text.length; index += 1) {
    const kind = kinds[text.charCodeAt(index)] || kindAt(text, index);
    if (kind === letter) {
      if (!isInside) size += 1;
      isInside = true;
    } else if (kind !== mark) {
      if (kind === unspaced) size += 1;
      isInside = false;
    }
  }
  return size;
}

/** Returns the size of all given texts together, as `sizeInWords` counts. */
export function sizeInWordsOf(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + sizeInWords(text), 0);
}

const unknown = 0;
const gap = 1;
const mark = 2;
const letter = 3;
const unspaced = 4;

/** Kind of each code unit, cached at its first use: a book is counted several times, and patterns are slow. */
const kinds = new Uint8Array(0x1_00_00).fill(unknown);

function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const known = kinds[code] ?? mark;
  if (known !== unknown) return known;
  const isHalf = (code & 0xf800) === 0xd800;
  const kind = findKind(isHalf ? String.fromCodePoint(text.codePointAt(index) ?? code) : String.fromCharCode(code));
  // The kind of a surrogate depends on its other half.
  if (!isHalf) kinds[code] = kind;
  return kind;
}

function findKind(character: string): number {
  if (/[\s—…]/u.test(character)) return gap;
  if (isUnspaced(character)) return unspaced;
  return /[\p{L}\p{N}]/u.test(character) ? letter : mark;
}

/** Includes the marks between words, because a segmenter is slow to start. Limited in length, because its time grows with the square. */
const unspacedRun = new RegExp(String.raw`[${unspacedScripts}ー\p{P}\p{M}]{1,200}`, 'uy');

function runEnd(text: string, start: number): number {
  unspacedRun.lastIndex = start;
  unspacedRun.exec(text);
  return unspacedRun.lastIndex;
}
