import type { ReadingMatch } from '../../../languages/reading.ts';

/** Places where a Roman numeral may start. */
export const romanStarts = /(?<![\p{L}\p{N}\p{M}.'’&-])(?:[IVXLCDMivxl])/gu;

/** Reports whether the numeral is all there is, or begins a heading with a full stop, as in "IV. La tempête". */
export function isHeadingNumeral({ text, before, after }: ReadingMatch): boolean {
  return before === '' && (/^\.?$/u.test(after) || (text.length > 1 && /^[.:)]\s/u.test(after)));
}
