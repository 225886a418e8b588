import { baseLanguage } from '../../core/language.ts';

/** Names of the hours from one to twelve, and how the quarters of an hour are said: `{h}` is the hour, `{n}` the next one. */
interface ClockWords {
  readonly hours: string;
  readonly full: string;
  readonly quarter: string;
  readonly half: string;
  readonly threeQuarters: string;
}

const clocks: Readonly<Record<string, ClockWords>> = {
  en: {
    hours: 'one two three four five six seven eight nine ten eleven twelve',
    full: "{h} o'clock|{h} o’clock|{h}",
    quarter: 'a quarter past {h}|quarter past {h}|a quarter after {h}',
    half: 'half past {h}|half-past {h}|half {h}',
    threeQuarters: 'a quarter to {n}|quarter to {n}|a quarter of {n}',
  },
  de: {
    hours: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    full: '{h} Uhr',
    quarter: 'Viertel nach {h}|viertel nach {h}|viertel {n}',
    half: 'halb {n}',
    threeQuarters: 'Viertel vor {n}|viertel vor {n}|dreiviertel {n}|drei Viertel {n}',
  },
  fr: {
    hours: 'une deux trois quatre cinq six sept huit neuf dix onze douze',
    full: '{h} heures|{h} heure',
    quarter: '{h} heures et quart|{h} heure et quart|{h} heures un quart',
    half: '{h} heures et demie|{h} heure et demie',
    threeQuarters: '{n} heures moins le quart|{n} heure moins le quart|{n} heures moins un quart',
  },
  es: {
    hours: 'una dos tres cuatro cinco seis siete ocho nueve diez once doce',
    full: '{h} en punto|{h}',
    quarter: '{h} y cuarto',
    half: '{h} y media',
    threeQuarters: '{n} menos cuarto',
  },
  it: {
    hours: 'una due tre quattro cinque sei sette otto nove dieci undici dodici',
    full: '{h} in punto|{h}',
    quarter: '{h} e un quarto',
    half: '{h} e mezza|{h} e mezzo',
    threeQuarters: '{n} meno un quarto|{h} e tre quarti',
  },
  nl: {
    hours: 'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
    full: '{h} uur',
    quarter: 'kwart over {h}',
    half: 'half {n}',
    threeQuarters: 'kwart voor {n}',
  },
};

const time = /(?<!\p{N})(\d{1,2})[:.h](\d{2})(?!\p{N})/gu;

/** Returns a spoken text in which the times of its source are in digits again: "half past ten" becomes `10:30`. */
export function writeTimes(spoken: string, source: string, language: string): string {
  const base = baseLanguage(language);
  const clock = Object.hasOwn(clocks, base) ? clocks[base] : undefined;
  if (!clock) return spoken;
  let written = spoken;
  for (const [found, hour = '', minute = ''] of source.matchAll(time)) {
    const phrases = phrasesOf(clock, Number(hour), minute).map(
      (phrase) => new RegExp(String.raw`(?<!\p{L})${phrase}(?!\p{L})`, 'iu'),
    );
    const phrase = phrases.find((each) => each.test(written));
    if (phrase) written = written.replace(phrase, found);
  }
  return written;
}

function phrasesOf(clock: ClockWords, hour: number, minute: string): string[] {
  const hours = clock.hours.split(' ');
  const named = (offset: number): string => hours[(hour + offset + 11) % 12] ?? '';
  const patterns = { '00': clock.full, '15': clock.quarter, '30': clock.half, '45': clock.threeQuarters }[minute];
  return (patterns ?? '')
    .split('|')
    .filter((pattern) => pattern !== '')
    .map((pattern) => pattern.replace('{h}', named(0)).replace('{n}', named(1)));
}
