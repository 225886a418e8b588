import { baseLanguage } from '../../core/language.ts';
import { keyOf, wordsOf } from '../align/words.ts';

/** Small words that a narrator adds to numbers and signs, or leaves out with them. None of them changes what is said. */
const smallWords: Readonly<Record<string, string>> = {
  en: 'the of and a an oclock',
  de: 'der die das des dem den und von uhr',
  fr: 'le la les l de des du d et heure heures',
  es: 'el la los las de del y a',
  it: 'il la le i gli lo l di del della dei delle e ore',
  pt: 'o a os as de do da dos das e horas',
  nl: 'de het van en uur',
  sv: 'den det och av',
  pl: 'i z roku rok',
  ru: 'и года год году годах лет',
  ja: 'の と',
  zh: '的 和',
  ko: '의',
};

/** Those of them that say what a number counts. */
const timeUnits: ReadonlySet<string> = new Set(
  'oclock uhr heure heures horas ore uur roku rok года год году годах лет'.split(' '),
);

/** Words of signs that `Intl` has no name for, in all languages together. */
const signWords: Readonly<Record<string, string>> = {
  '=': 'equals equal is gleich ist égale égal igual uguale är is równa равно 等于 等於 イコール',
  '+': 'plus and más mais più plus плюс 加 プラス',
  '×': 'times by multiplied mal fois por per keer razy 乘以 乘 かける',
  '÷': 'divided by durch geteilt divisé par dividido diviso 除以 わる',
  '§': 'section paragraph article artikel paragraphe sección artículo paragrafo §',
  '№': 'number номер nummer',
  '#': 'number hash nummer numéro número numero',
  '@': 'at arobase arroba chiocciola apenstaartje',
  '½': 'half one halb halbe halber halben demi demie un medio media mezzo mezza meio meia 半',
  '¼': 'quarter one viertel quart cuarto un quarto',
  '¾': 'three quarters drei viertel dreiviertel trois quarts tres cuartos tre quarti três quartos',
};

/** Abbreviations in languages for which there are no rules of our own, as `key=word/word`. */
const abbreviations: Readonly<Record<string, string>> = {
  nl: 'dhr=heer mevr=mevrouw mw=mevrouw dr=doctor prof=professor',
  pl: 'dr=doktor prof=profesor r=roku/rok',
  pt: 'sr=senhor sra=senhora dr=doutor dra=doutora prof=professor profa=professora',
  ru: 'г=год/года/году/годом гг=годы/годов/годах',
  sv: 'dr=doktor prof=professor',
};

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

const known = new Map<string, SpokenNames>();

/** Returns the names of a language (BCP-47). */
export function spokenNames(language: string): SpokenNames {
  const base = baseLanguage(language);
  const names = known.get(base) ?? namesOf(base);
  known.set(base, names);
  return names;
}

function namesOf(base: string): SpokenNames {
  const locale = Intl.NumberFormat.supportedLocalesOf(base)[0] ?? 'en';
  // Metres and meters.
  const locales = locale === 'en' ? ['en-US', 'en-GB'] : [locale];
  const words = new Map<string, ReadonlySet<string>>();
  return {
    small: new Set((smallWords[base] ?? '').split(' ')),
    timeUnits,
    months: monthsOf(locale),
    of(sign) {
      const found =
        words.get(sign) ??
        new Set([...locales.flatMap((each) => [...wordsFor(sign, each)]), ...writtenOut(sign, base)]);
      words.set(sign, found);
      return found;
    },
  };
}

function writtenOut(key: string, base: string): string[] {
  const entries = (abbreviations[base] ?? '').split(' ');
  return entries.flatMap((entry) => (entry.startsWith(`${key}=`) ? entry.slice(key.length + 1).split('/') : []));
}

function wordsFor(sign: string, locale: string): ReadonlySet<string> {
  const texts = [
    ...(sign === '&' ? [andIn(locale)] : []),
    ...(Object.hasOwn(signWords, sign) ? [signWords[sign] ?? ''] : []),
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
