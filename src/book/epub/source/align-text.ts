import { superscriptDigits } from '../../../core/strings/superscript-digits.ts';

/**
 * Returns for each code unit of a text its index in the text that it was made from, and -1 where it has none. What the text
 * lacks (white space, soft hyphens, numbers of notes) and what was added to it (commas between cells, the words of a
 * formula) is skipped, as far as it is short. `isWhole` is false when the two differ so much that the search was ended.
 */
export function alignText(text: string, source: string): { readonly places: Int32Array; readonly isWhole: boolean } {
  const places = new Int32Array(text.length).fill(-1);
  let left = workPerUnit * text.length + leastWork;
  let at = 0;
  let from = 0;
  while (at < text.length && from < source.length && left > 0) {
    const code = text.charCodeAt(at);
    const sourceCode = source.charCodeAt(from);
    if (code === sourceCode) {
      if (!isBlank(code)) places[at] = from;
      at += 1;
      from += 1;
    } else if (isBlank(code)) at += 1;
    else if (isBlank(sourceCode)) from += 1;
    else if (isSame(code, sourceCode)) {
      places[at] = from;
      at += 1;
      from += 1;
    } else {
      const gap = findGap(text, at, source, from);
      left -= gap.work;
      at += gap.added;
      from += gap.dropped;
    }
  }
  return { places, isWhole: left > 0 };
}

/** Steps of the search for where two texts agree again. A hostile document could make it quadratic. */
const workPerUnit = 500;
const leastWork = 200_000;
/** Longest part of one text that the other lacks. A page of dots, the words of a long formula. */
const maxGap = 600;
/** Where both differ, the shorter part is at most this long. */
const maxBoth = 24;
/** The texts agree again where this many characters are the same. */
const enough = 6;

interface Gap {
  readonly added: number;
  readonly dropped: number;
  readonly work: number;
}

/** Finds the shortest parts to skip; one character of the text when there are none. */
function findGap(text: string, at: number, source: string, from: number): Gap {
  let work = 0;
  for (let gap = 1; gap <= maxGap; gap += 1) {
    for (let added = 0; added <= gap; added += 1) {
      if (added > maxBoth && gap - added > maxBoth) added = gap - maxBoth;
      work += 1;
      const dropped = gap - added;
      const { same, isEnd } = compare(text, at + added, source, from + dropped);
      if (same === 0) continue;
      // The end of a text is too short to be sure of, so it has to be near.
      const isSure = same >= enough || (isEnd && gap <= 4 * same);
      if (isSure || isMarks(text.slice(at, at + added) + source.slice(from, from + dropped)))
        return { added, dropped, work };
    }
  }
  return { added: 1, dropped: 0, work };
}

/** Counts the characters that are the same from two places on, up to `enough`, and whether the text ends there. */
function compare(
  text: string,
  start: number,
  source: string,
  sourceStart: number,
): { readonly same: number; readonly isEnd: boolean } {
  let at = start;
  let from = sourceStart;
  let same = 0;
  while (at < text.length && same < enough) {
    if (isBlank(text.charCodeAt(at))) at += 1;
    else if (isBlank(source.charCodeAt(from))) from += 1;
    else if (isSame(text.charCodeAt(at), source.charCodeAt(from))) {
      at += 1;
      from += 1;
      same += 1;
    } else break;
  }
  return { same, isEnd: at >= text.length };
}

/** Marks are dropped and added most (the underscores of `_this_`, the commas between cells), so little proves it. */
function isMarks(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text);
}

/** From U+1680 on. */
const blanks =
  '\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\u200B\u2060\uFEFF';
const blank: ReadonlySet<number> = new Set(Array.from(blanks, (character) => character.charCodeAt(0)));

/** Reports whether a character is white space, or one that `normalizeText` removes. */
function isBlank(code: number): boolean {
  return code <= 0x20 || (code >= 0xa0 && isWideBlank(code));
}

function isWideBlank(code: number): boolean {
  return code < 0x1680 ? code === 0xa0 || code === 0xad : blank.has(code);
}

function isSame(one: number, other: number): boolean {
  return one === other || (one > 0x7f && plainDigit(one) === other);
}

/** Numbers in `<sup>` are read as raised digits. */
function plainDigit(code: number): number {
  const digit = superscriptDigits.indexOf(String.fromCharCode(code));
  return digit === -1 ? code : digit + 0x30;
}
