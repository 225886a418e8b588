import { separateNumber } from '../../titles/title-patterns.ts';
import type { Run } from './pdf-page.ts';
import { withText } from './pdf-page.ts';

/** Fewer can be a list of names of points, or an abbreviation. */
const minLetters = 4;
/** More are several words, with nothing to tell them apart. */
const maxLetters = 14;

/** Letters that only formulas use. */
const formula = /[\u{1D400}-\u{1D7FF}]/u;

/** Joins the letters of words that are set wide, as in titles: `C A P Í T U L O` is `CAPÍTULO`. */
export function joinSpacedLetters(runs: readonly Run[]): Run[] {
  const wide = new Set(runs.filter(({ text }) => isSetWide(text)).map((run) => rowOf(run)));
  if (wide.size === 0) return [...runs];
  return runs.map((run) => {
    const isWide = isSetWide(run.text) || (wide.has(rowOf(run)) && /^\S(?: \S)+$/u.test(run.text.trim()));
    return isWide ? withText(run, joined(run.text.trim())) : run;
  });
}

function rowOf({ baseline, size }: Run): string {
  return `${Math.round(baseline)} ${Math.round(size)}`;
}

function isSetWide(text: string): boolean {
  const pieces = text.trim().split(' ');
  if (formula.test(text)) return false;
  if (pieces.length < minLetters || pieces.length > maxLetters) return false;
  const single = pieces.filter((piece) => /^\p{L}\p{M}*$/u.test(piece));
  // Letters that stand close to each other, such as `LO`, are drawn as one piece.
  const areLetters = pieces.every((piece) => /^(?:\p{L}\p{M}*|\p{Lu}\p{Lu}|[.,:;!?’'])$/u.test(piece));
  return areLetters && single.length >= 0.6 * pieces.length && !isList(single);
}

/** Letters of an alphabet, or the same ones again and again, are marks. */
function isList(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0);
  const isSorted = codes.every((code, index) => index === 0 || code >= (codes[index - 1] ?? 0));
  return isSorted || new Set(codes).size < 3;
}

function joined(text: string): string {
  return separateNumber(text.replaceAll(' ', '').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
}
