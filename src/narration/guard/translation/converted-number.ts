import { baseLanguage } from '../../../core/language.ts';
import { unitNames } from '../../readings/unit-names.ts';

/** Units that translators convert, by what they measure: each with its size in one of them. */
const measures: readonly Readonly<Record<string, number>>[] = [
  { meter: 1, kilometer: 1000, centimeter: 0.01, mile: 1609.344, yard: 0.9144, foot: 0.3048, inch: 0.0254 },
  { kilogram: 1, gram: 0.001, pound: 0.453_592, ounce: 0.028_349_5, stone: 6.350_29 },
  { liter: 1, gallon: 3.785_41 },
  { hectare: 1, acre: 0.404_686 },
];
const degrees = ['fahrenheit', 'celsius', 'degree'];
/** Translators round: 20 miles are 32 kilometers, 150 feet 45 meters. */
const tolerance = 0.05;

/** The factors that numbers may be converted by, and whether temperatures may be. */
interface Conversions {
  readonly factors: readonly number[];
  readonly hasDegrees: boolean;
}

/** Returns the conversions of the units that a text in a language (BCP-47) names. */
export function conversionsIn(text: string, language: string): Conversions {
  const names = namesIn(baseLanguage(language));
  const words = text.toLowerCase().match(/[\p{L}\p{M}°]+/gu) ?? [];
  const found = new Set(words.flatMap((word) => names.get(word) ?? []));
  const factors = measures.flatMap((sizes) =>
    Object.entries(sizes)
      .filter(([unit]) => found.has(unit))
      .flatMap(([unit, size]) =>
        Object.entries(sizes).flatMap(([other, otherSize]) => (other === unit ? [] : [size / otherSize])),
      ),
  );
  return { factors, hasDegrees: degrees.some((unit) => found.has(unit)) };
}

/** Reports whether a number is another one in another unit: 43 for the 27 of 27 miles. */
export function isConverted(translated: number, written: number, { factors, hasDegrees }: Conversions): boolean {
  const isAbout = (value: number): boolean => Math.abs(translated - value) <= Math.abs(value) * tolerance;
  if (factors.some((factor) => isAbout(written * factor))) return true;
  return hasDegrees && [(written - 32) / 1.8, written * 1.8 + 32].some((value) => Math.abs(translated - value) <= 1);
}

const known = new Map<string, ReadonlyMap<string, readonly string[]>>();

/** Returns units by their names, long and short. */
function namesIn(base: string): ReadonlyMap<string, readonly string[]> {
  const names = known.get(base) ?? readNames(base);
  known.set(base, names);
  return names;
}

function readNames(base: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const unit of [...measures.flatMap((sizes) => Object.keys(sizes)), ...degrees]) {
    for (const name of [...unitNames(unit, base, 'long'), ...unitNames(unit, base, 'short')].flatMap(wordsOfUnit))
      names.set(name, [...(names.get(name) ?? []), unit]);
  }
  return names;
}

function wordsOfUnit(name: string): string[] {
  return name.match(/[\p{L}\p{M}°]+/gu) ?? [];
}
