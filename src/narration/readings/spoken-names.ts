import { languages, perLanguage } from '../../languages/languages.ts';
import { wordSet } from '../../languages/word-set.ts';
import { keyOf, wordsOf } from '../align/words.ts';

const currencies: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'MXN'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₽': ['RUB'],
  '₩': ['KRW'],
  '₹': ['INR'],
};

const units: Readonly<Record<string, readonly string[]>> = {
  '%': ['percent'],
  '°': ['degree', 'celsius', 'fahrenheit'],
  c: ['celsius'],
  f: ['fahrenheit'],
  km: ['kilometer'],
  m: ['meter'],
  cm: ['centimeter'],
  mm: ['millimeter'],
  kg: ['kilogram'],
  g: ['gram'],
  l: ['liter'],
  ml: ['milliliter'],
  mi: ['mile'],
  ft: ['foot'],
  in: ['inch'],
  lb: ['pound'],
  lbs: ['pound'],
  oz: ['ounce'],
  mph: ['mile-per-hour'],
  h: ['hour'],
  min: ['minute'],
  s: ['second'],
  ha: ['hectare'],
};

/** Names that one language has for parts of numbers, of dates and of signs. Words in the form of `keyOf`. */
export interface SpokenNames {
  readonly small: ReadonlySet<string>;
  /** Those of the small words that say what a number counts: hours and years. */
  readonly timeUnits: ReadonlySet<string>;
  /** Numbers of months by their names. */
  readonly months: ReadonlyMap<string, number>;
  /** Returns all words that may stand for a sign or a unit; none for anything else. */
  readonly of: (sign: string) => ReadonlySet<string>;
}

/** Returns the names of a language (BCP-47). */
export const spokenNames = perLanguage(({ narrator = {} }, base): SpokenNames => {
  const locale = Intl.NumberFormat.supportedLocalesOf(base)[0] ?? 'en';
  // Metres and meters.
  const locales = locale === 'en' ? ['en-US', 'en-GB'] : [locale];
  const words = new Map<string, ReadonlySet<string>>();
  return {
    small: wordSet(narrator.small),
    timeUnits: wordSet(narrator.timeUnits),
    months: monthsOf(locale),
    of(sign) {
      const found =
        words.get(sign) ??
        new Set([
          ...locales.flatMap((each) => [...wordsFor(sign, each)]),
          ...writtenOut(sign, narrator.abbreviations ?? ''),
        ]);
      words.set(sign, found);
      return found;
    },
  };
});

function writtenOut(key: string, abbreviations: string): string[] {
  const entries = abbreviations.split(' ');
  return entries.flatMap((entry) => (entry.startsWith(`${key}=`) ? entry.slice(key.length + 1).split('/') : []));
}

/** Words of signs, in all languages together: a narrator may say a foreign one. */
const signWords = Object.values(languages).flatMap(({ narrator }) => Object.entries(narrator?.signs ?? {}));

function wordsFor(sign: string, locale: string): ReadonlySet<string> {
  const texts = [
    ...(sign === '&' ? [andIn(locale)] : []),
    ...signWords.flatMap(([each, names]) => (each === sign ? [names] : [])),
    ...(Object.hasOwn(currencies, sign) ? (currencies[sign] ?? []).flatMap((code) => currencyNames(code, locale)) : []),
    ...(Object.hasOwn(units, sign) ? (units[sign] ?? []).flatMap((unit) => unitNames(unit, locale)) : []),
  ];
  return new Set(texts.flatMap((text) => wordsOf(text, 'lines').map(({ key }) => key)));
}

/** One, few, many and a part have names of their own in some languages. */
const amounts = [1, 2, 5, 1.5];

function currencyNames(currency: string, locale: string): string[] {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name' });
  return amounts.map((amount) => named(format.formatToParts(amount), 'currency'));
}

function unitNames(unit: string, locale: string): string[] {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return amounts.map((amount) => named(format.formatToParts(amount), 'unit'));
}

function named(parts: readonly Intl.NumberFormatPart[], type: string): string {
  return parts.flatMap((part) => (part.type === type ? [part.value] : [])).join(' ');
}

function andIn(locale: string): string {
  const parts = new Intl.ListFormat(locale, { type: 'conjunction' }).formatToParts(['a', 'b']);
  return parts.flatMap(({ type, value }) => (type === 'literal' ? [value] : [])).join(' ');
}

function monthsOf(locale: string): ReadonlyMap<string, number> {
  const months = new Map<string, number>();
  for (let month = 0; month < 12; month += 1) {
    const date = new Date(Date.UTC(2001, month, 15));
    for (const options of [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const) {
      const parts = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).formatToParts(date);
      const name = keyOf(parts.find(({ type }) => type === 'month')?.value ?? '');
      if (/\p{L}{3}/u.test(name)) months.set(name, month + 1);
    }
  }
  return months;
}
