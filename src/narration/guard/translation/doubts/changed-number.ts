import { meaningOf } from '../../../readings/meaning.ts';
import { conversionsIn, isConverted } from '../converted-number.ts';
import type { TranslationLanguages } from '../translation-languages.ts';

/** One and two are words for other things in many languages, and larger numbers are looked for as clear faults. */
const [minValue, maxValue] = [3, 999];

/**
 * Returns a number of the source that the translation does not have while it has one that the source does not have, as "3, 5", or
 * undefined. In languages with number words it does not matter whether they are written in digits.
 */
export function changedNumber(
  text: string,
  source: string,
  { language, target }: TranslationLanguages,
): string | undefined {
  const [written, translated] = [numbersIn(source, language), numbersIn(text, target)];
  const missing = written.filter((number) => isCompared(number) && !translated.includes(number));
  const added = translated.filter((number) => isCompared(number) && !written.includes(number));
  const conversions = conversionsIn(source, language);
  const isFor = (number: number, other: number): boolean =>
    mayStandFor(number, other) || isConverted(number, other, conversions);
  const lost = missing.find((number) => !translated.some((other) => isFor(other, number)));
  const found = added.find((number) => !written.some((other) => isFor(number, other)));
  return lost === undefined || found === undefined ? undefined : `${lost}, ${found}`;
}

function isCompared(number: number): boolean {
  return Number.isInteger(number) && number >= minValue && number <= maxValue;
}

function numbersIn(text: string, language: string): number[] {
  const items = meaningOf(text, { language, commasEnd: true, roman: false });
  return items.flatMap((item) =>
    item.kind === 'number' && /^\d+$/u.test(item.part.digits) ? [Number(item.part.digits)] : [],
  );
}

/** Reports whether a translation may have one number for another: 22 for 10 o'clock, 1987 for '87, 20,000 for 20 thousand, a third for 3. */
function mayStandFor(translated: number, written: number): boolean {
  const [long, short] = [String(Math.max(translated, written)), String(Math.min(translated, written))];
  return (
    Math.abs(translated - written) === 12 ||
    long.startsWith(short) ||
    long.endsWith(short) ||
    isPowerOfTen(translated / written)
  );
}

function isPowerOfTen(share: number): boolean {
  const power = Math.log10(share);
  return Number.isFinite(power) && Math.abs(power - Math.round(power)) < 1e-9;
}
