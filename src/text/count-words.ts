import { isUnspaced, segmenter, unspacedScripts } from './segmenter.ts';

/** Words of a text: what stands between spaces and holds a letter or digit; in scripts without spaces, what the dictionary knows. */
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

/** Words of all given texts. */
export function countWordsOf(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + countWords(text), 0);
}

/**
 * How much a text says, for limits such as "a page of prose": its words, where each character of a script without spaces
 * counts as one. `countWords` is for people: it finds only half as many in the same Chinese or Japanese text.
 */
export function sizeInWords(text: string): number {
  let size = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const kind = kindAt(text, index);
    if (kind === unspaced || (kind === letter && !isInside)) size += 1;
    isInside = kind === letter || (kind === mark && isInside);
  }
  return size;
}

/** How much all given texts say, counted as `sizeInWords` does. */
export function sizeInWordsOf(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + sizeInWords(text), 0);
}

const unknown = 0;
const gap = 1;
const mark = 2;
const letter = 3;
const unspaced = 4;

/** What each code unit is, found out when it is first met: a book is counted several times, and patterns are slow at it. */
const kinds = new Uint8Array(0x1_00_00).fill(unknown);

function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const known = kinds[code] ?? mark;
  if (known !== unknown) return known;
  const isHalf = (code & 0xf800) === 0xd800;
  const kind = findKind(isHalf ? String.fromCodePoint(text.codePointAt(index) ?? code) : String.fromCharCode(code));
  // What half a pair means, only the pair tells.
  if (!isHalf) kinds[code] = kind;
  return kind;
}

function findKind(character: string): number {
  if (/[\s—…]/u.test(character)) return gap;
  if (isUnspaced(character)) return unspaced;
  return /[\p{L}\p{N}]/u.test(character) ? letter : mark;
}

/** With the marks between the words, because a segmenter is slow to start, and not too long, because it gets slow again. */
const unspacedRun = new RegExp(String.raw`[${unspacedScripts}ー\p{P}\p{M}]{1,200}`, 'uy');

function runEnd(text: string, start: number): number {
  unspacedRun.lastIndex = start;
  unspacedRun.exec(text);
  return unspacedRun.lastIndex;
}
