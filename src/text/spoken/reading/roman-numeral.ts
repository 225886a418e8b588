import { romanValue } from '../../../languages/roman.ts';
import type { ReadingMatch } from './readings.ts';

/** Places where a Roman numeral may start. */
export const romanStarts = /(?<![\p{L}\p{N}\p{M}.'’&-])(?:[IVXLCDMivxl])/gu;

/** A Roman numeral where `romanStarts` matches, not followed by letters or an apostrophe. */
export const romanPattern = /(?:[IVXLCDM]{1,15}|[ivxl]{1,8})(?![\p{L}\p{N}\p{M}'’])/uy;

/** Returns the value of a numeral that is not a letter that names a part ("Appendix C"), or undefined. */
export function clearRomanValue(numeral: string): number | undefined {
  return /^[CDLMcdlm]$/u.test(numeral) ? undefined : romanValue(numeral);
}

/** Reports whether the numeral is all there is, or begins a heading with a full stop, as in "IV. La tempête". */
export function isHeadingNumeral({ text, before, after }: ReadingMatch): boolean {
  return before === '' && (/^\.?$/u.test(after) || (text.length > 1 && /^[.:)]\s/u.test(after)));
}
