import { isUnspaced, segmenter, unspacedScripts } from './segmenter.ts';

/** Returns the number of words: runs between spaces with a letter or digit, and dictionary words in scripts without spaces. */
export function countWords(text: string): number {
  const scan = scanText(text);
  if (!scan.isUnspaced) return scan.size;
  let words = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const kinds = kindAt(text, index);
    const isLetter = (kinds & letter) !== 0;
    if (isLetter && !isInside) words += 1;
    if ((kinds & unspaced) !== 0) {
      const end = runEnd(text, index);
      for (const part of segmenter('word').segment(text.slice(index, end))) if (part.isWordLike === true) words += 1;
      index = end - 1;
    }
    isInside = isLetter || ((kinds & mark) !== 0 && isInside);
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
  return scanText(text).size;
}

/** Returns the size of all given texts together, as `sizeInWords` counts. */
export function sizeInWordsOf(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + sizeInWords(text), 0);
}

/** The result of one pass over a text. */
export interface TextScan {
  /** Length in words, as `sizeInWords` counts. */
  readonly size: number;
  /** It has a character of a script without spaces between words. */
  readonly isUnspaced: boolean;
  /** It may have white space or invisible characters that are not single spaces. */
  readonly hasOddSpace: boolean;
  /** It may have dot leaders or underscores. */
  readonly hasLeader: boolean;
  /** It has a bracket or a raised digit. */
  readonly hasNoteMark: boolean;
}

/** Scans a text for its size and for what needs a closer look. Every character of a book passes here. */
export function scanText(text: string): TextScan {
  let found = 0;
  let size = 0;
  // Inside a word, its other letters do not count.
  let counted = unspaced | letter;
  let before = 0;
  let last = 0;
  for (let start = 0; start < text.length; start += maxUnits) {
    // Reading units from a copy is faster than from the text, and faster still where the copy is always the same.
    const end = bytes.write(start === 0 ? text : text.slice(start), 'utf16le');
    for (let at = 0; at < end; at += 2) {
      const kinds = kindsOfUnits[units.getUint16(at, true)] || kindAt(text, start + (at >> 1));
      if ((kinds & counted) !== 0) size += 1;
      if (kinds === letter) {
        const lastLetter = endOfLetters(at, end);
        before = lastLetter === at ? last : letter;
        last = letter;
        counted = unspaced;
        at = lastLetter;
        continue;
      }
      if ((kinds & mark) === 0) counted = (kinds & letter) === 0 ? unspaced | letter : unspaced;
      found |= kinds | repeated(kinds, before, last);
      before = last;
      last = kinds;
    }
  }
  return {
    size,
    isUnspaced: (found & unspaced) !== 0,
    hasOddSpace: (found & oddSpace) !== 0,
    hasLeader: (found & underscore) !== 0,
    hasNoteMark: (found & noteMark) !== 0,
  };
}

/** Returns the position of the last letter in a row of them: most characters are letters without another kind. */
function endOfLetters(start: number, end: number): number {
  let at = start + 2;
  while (at < end && kindsOfUnits[units.getUint16(at, true)] === letter) at += 2;
  return at - 2;
}

/** Two spaces are as odd as a tab, and two dots with at most one character between them may be a leader. */
function repeated(kinds: number, before: number, last: number): number {
  if ((kinds & last & space) !== 0) return oddSpace;
  return (kinds & (before | last) & dot) === 0 ? 0 : underscore;
}

const maxUnits = 0x1_00_00;
const units = new DataView(new ArrayBuffer(2 * maxUnits));
const bytes = Buffer.from(units.buffer);

/** A letter or digit: part of a word. */
const letter = 1;
/** A mark, which neither begins nor ends a word. */
const mark = 2;
/** White space, a dash or an ellipsis: ends a word. */
const gap = 4;
/** A character of a script without spaces between words. */
const unspaced = 8;
/** The space character. */
const space = 16;
/** White space other than the space character, an invisible character, or one of a script that is set without spaces. */
const oddSpace = 32;
/** A dot of the kinds that lead to a page number. */
const dot = 64;
/** The underscore. */
const underscore = 128;
/** A bracket or raised digit as the numbers of notes have. */
const noteMark = 256;

/**
 * Kinds of each code unit, cached at its first use: every character of a book is looked up several times, and patterns are
 * slow. Zero is not known yet.
 */
const kindsOfUnits = new Uint16Array(0x1_00_00);

/** Returns the kinds of the character at an index, as bits: one of `letter`, `mark`, `gap` and `unspaced`, and others. */
function kindAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const known = kindsOfUnits[unit] ?? 0;
  if (known !== 0) return known;
  const isHalf = (unit & 0xf800) === 0xd800;
  const character = isHalf ? String.fromCodePoint(text.codePointAt(index) ?? unit) : String.fromCharCode(unit);
  const kind = wordKind(character) | otherKinds(String.fromCharCode(unit));
  // The kind of a surrogate depends on its other half.
  if (!isHalf) kindsOfUnits[unit] = kind;
  return kind;
}

function wordKind(character: string): number {
  if (/[\s—…]/u.test(character)) return gap;
  if (isUnspaced(character)) return unspaced;
  return /[\p{L}\p{N}]/u.test(character) ? letter : mark;
}

function otherKinds(unit: string): number {
  return patterns.reduce((kinds, [kind, pattern]) => (pattern.test(unit) ? kinds | kind : kinds), 0);
}

const patterns: readonly (readonly [kind: number, pattern: RegExp])[] = [
  [space, / /],
  [oddSpace, /[^\S ]|[\u00AD\u200B\u2060\u3000-\uFEFF]/],
  [dot, /[.·…‧]/],
  [underscore, /_/],
  [noteMark, /[[⁰¹²³⁴⁵⁶⁷⁸⁹]/],
];

/** Includes the marks between words, because a segmenter is slow to start. Limited in length, because its time grows with the square. */
const unspacedRun = new RegExp(String.raw`[${unspacedScripts}ー\p{P}\p{M}]{1,200}`, 'uy');

function runEnd(text: string, start: number): number {
  unspacedRun.lastIndex = start;
  unspacedRun.exec(text);
  return unspacedRun.lastIndex;
}
