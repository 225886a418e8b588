import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { TableLanguage } from './number-words.ts';

/** A number that is part of a code, a range, a sum or a larger number stays. */
export function isPart({ before, after }: Pick<ReadingMatch, 'before' | 'after'>): boolean {
  return (
    /[\p{L}\d][-–—/.,:]?$|\d\s?[-–—/+×=*]\s?$|[-–—/+×=]$|\d\$$/u.test(before) ||
    /^[-–—/:]\d|^\s?[–—]\s?\d|^\s?[½⅓⅔¼¾⅕-⅞]|^\s\d\/\d/u.test(after)
  );
}

/** Returns the pattern for a text that ends with one of some words, given as alternatives, and a space. */
export function wordBefore(words: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${oneLine(words)})\s$`, 'iu');
}

/** Returns alternatives of a pattern, which are written on several lines, as one. */
export function oneLine(alternatives: string): string {
  return alternatives.replaceAll(/\n\s*/gu, '');
}

/** Returns readings that are used where `isPlace` holds. */
export function readingsAt(
  readings: readonly Reading[],
  isPlace: (match: ReadingMatch) => boolean,
): readonly Reading[] {
  return readings.map(({ pattern, say }) => ({
    pattern,
    say: (match: ReadingMatch) => (isPlace(match) ? say(match) : undefined),
  }));
}

/** The case of a number: that of its name, the genitive, or one that is not known. */
export type NumberCase = 'named' | 'genitive' | 'unknown';

/** Returns a function for the case that the words around a number prove. */
export function caseReader({ grammar: { cases } }: TableLanguage): (match: ReadingMatch) => NumberCase {
  if (cases === undefined) return () => 'named';
  const genitive = wordBefore(cases.genitive?.after ?? '(?!)');
  const other = wordBefore(cases.other);
  const beforeUnit = wordBefore(cases.beforeUnit ?? '(?!)');
  const noun = new RegExp(String.raw`^\s(?:${oneLine(cases.nouns)})(?![\p{L}\p{M}])`, 'iu');
  return ({ before, after, groups: { unit = '', after: currency = '', scale = '' } }) => {
    if (other.test(before) || (scale === '' && noun.test(after))) return 'unknown';
    if (unit + currency !== '' && beforeUnit.test(before)) return 'unknown';
    return genitive.test(before) ? 'genitive' : 'named';
  };
}
