import { superscriptDigits } from '../../../core/strings/superscript-digits.ts';

/**
 * Removes soft hyphens and invisible characters, and collapses white space to single spaces. An ideographic space stays one:
 * it divides the number and the name of a Japanese heading.
 */
export function normalizeText(text: string): string {
  // Testing first is faster: most texts need no replacement.
  if (!/[^\S ]|  |[\u00AD\u200B\u2060\u3000-\uFEFF]/.test(text)) return text.trim();
  const single = text.replaceAll(/[\u00AD\u200B\u2060\uFEFF]/gu, '').replaceAll(/\s+/gu, singleSpace);
  return (/[\u3000-\uFAFF]/.test(single) ? single.replaceAll(spaceInCjk, '') : single).trim();
}

/** Reports whether anything is left of a text when it is normalized, without a look at more than its beginning. */
export function hasVisible(text: string): boolean {
  return /[^\s\u00AD\u200B\u2060\uFEFF]/.test(text);
}

function singleSpace(run: string): string {
  return run.includes('\u3000') ? '\u3000' : ' ';
}

/** Chinese and Japanese are written without spaces: one between two characters is a line break of the source. */
const spaceInCjk =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」『』]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}「」『』])/gu;

/** Joins the letters of a spaced-out heading (`C H A P T E R  I`) to words; wider gaps separate words. Capitals in one row stay for `joinSpacedCapitals`. */
export function joinSpacedLetters(raw: string): string {
  const text = raw.trim();
  if (!/^\S\s/.test(text) || !/\s{2}|\p{Ll}/u.test(text)) return raw;
  if (!/^(?:[\p{L}\p{N}'’.,:!?]\s+){3,}[\p{L}\p{N}'’.,:!?]$/u.test(text)) return raw;
  return text
    .split(/\s{2,}/u)
    .map((word) => word.replaceAll(/\s/gu, ''))
    .join(' ');
}

/** Reports whether a line only separates two scenes (`* * *`, `⁂`, `~`, `oOo`, `-----x-----`). */
export function isSceneBreak(text: string): boolean {
  return /\S/u.test(text) && (signs.test(text) || ruled.test(text) || (ornament.test(text) && text !== 'XXX'));
}

const signs = /^[\s*⁂•·#~—–\-_=+◆◇■□●○❦❧✻✽☙※]+$/u;
/** Letters as ornaments, which writers on the web make of what their keyboards have. `XXX` is a number. */
const ornament = /^[*~\s]*(?:(?:o\s?[O0]\s?)+o|(?:[O0]\s?o\s?)+[O0]|(?:[xX]\s?){2,}[xX])[*~\s]*$/u;
const ruled = /^[~=\-_*—–]{2,}\s*[xXoO0]{1,7}\s*[~=\-_*—–]{2,}$/u;

/** Converts a number to superscript digits (`x²`) and returns any other text unchanged. */
export function superscript(text: string): string {
  return /^\s*[+-]?\d+\s*$/u.test(text)
    ? text.replaceAll(/\d/gu, (digit) => superscriptDigits[Number(digit)] ?? digit)
    : text;
}

/** Returns a text in which superscript digits are plain ones. */
export function plainDigits(text: string): string {
  return text.replaceAll(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/gu, (digit) => String(superscriptDigits.indexOf(digit)));
}

/** Returns the number of letters and digits of a text. */
export function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Returns the share of this many letters and digits in those of a text, 0 to 1. */
export function shareOfLetters(letters: number, text: string): number {
  return letters === 0 ? 0 : Math.min(1, letters / Math.max(1, countLetters(text)));
}
