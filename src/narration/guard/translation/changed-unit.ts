import { baseLanguage } from '../../../core/language.ts';
import { unitNames } from '../../readings/unit-names.ts';

/** Units that are translated and not converted: one beside the same number in place of another is wrong. */
const units = [
  'mile',
  'kilometer',
  'meter',
  'centimeter',
  'foot',
  'inch',
  'yard',
  'acre',
  'hectare',
  'pound',
  'kilogram',
  'gram',
  'ounce',
  'liter',
  'gallon',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
  'percent',
];
const measured = /(?<![\p{L}\p{N}])(\p{Nd}+)[\s-]([\p{L}\p{M}]+)/gu;

/** Returns a measure of the source whose number has another unit in the translation, or undefined: "5 miles", "5 Kilometer". */
export function changedUnit(
  text: string,
  source: string,
  { language, target }: { readonly language: string; readonly target: string },
): string | undefined {
  const [written, translated] = [unitsIn(source, language), unitsIn(text, target)];
  const changed = written.find(({ number, unit }) => {
    const same = translated.filter((other) => other.number === number);
    return (
      same.length > 0 &&
      !same.some((other) => other.unit === unit) &&
      !written.some((other) => same.some((one) => isSame(one, other)))
    );
  });
  return changed?.found;
}

interface Measure {
  readonly number: string;
  readonly unit: string;
  readonly found: string;
}

function isSame(one: Measure, other: Measure): boolean {
  return one.number === other.number && one.unit === other.unit;
}

function unitsIn(text: string, language: string): Measure[] {
  const names = unitsByName(baseLanguage(language));
  return [...text.matchAll(measured)].flatMap(([found, number = '', word = '']) => {
    const unit = names.get(word.toLowerCase());
    return unit === undefined ? [] : [{ number, unit, found }];
  });
}

const known = new Map<string, ReadonlyMap<string, string>>();

/** Returns units by their names. */
function unitsByName(base: string): ReadonlyMap<string, string> {
  const names =
    known.get(base) ??
    new Map(units.flatMap((unit) => unitNames(unit, base, 'long').map((name) => [name, unit] as const)));
  known.set(base, names);
  return names;
}
