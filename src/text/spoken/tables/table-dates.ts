import { stopOf } from '../../../languages/reading.ts';
import type { Reading, ReadingMatch } from '../../../languages/reading.ts';
import type { OrdinalYears, TimeWords } from '../../../languages/spoken-grammar.ts';
import { wordSet, wordTable } from '../../../languages/word-set.ts';
import { oneOf } from '../reading/number-format.ts';
import { numericDates } from '../reading/numeric-dates.ts';
import type { TableLanguage } from './number-words.ts';
import { isPart, readingsAt, wordBefore } from './table-place.ts';

/** Returns the readings of dates, of years with a noun, and of times of day. */
export function dateReadings(table: TableLanguage): readonly Reading[] {
  const { dates, years, times } = table.grammar;
  const months = [...wordSet(dates.months)];
  const not = wordBefore(dates.not ?? '(?!)');
  const short = years.ordinal === undefined ? '' : String.raw`(?:\s?(?<short>${years.ordinal.short}))?`;
  const written: Reading = {
    pattern: new RegExp(
      String.raw`(?<d>[12]\d|3[01]|0?[1-9])${dates.joint}(?<month>${oneOf(months)})(?![\p{L}\p{M}])(?:${dates.yearJoint ?? ',?\\s'}(?<y>1\d{3}|20\d\d)(?![\d\p{L}–’'-])${short})?`,
      'iuy',
    ),
    say: (match) => sayDate(match, match.groups['month'] ?? '', table),
  };
  const sayNumeric = ({ d = '', m = '', y = '' }: Readonly<Record<string, string>>): string | undefined =>
    sayDate(dateMatch({ d, y }), months[Number(m) - 1] ?? '', table);
  const numeric = numericDates((d, m, y) => sayNumeric({ d, m, y }) ?? `${d}. ${m}. ${y}`, short);
  const spaced: Reading = {
    pattern: /(?<d>0?[1-9]|[12]\d|3[01])\.\s(?<m>0?[1-9]|1[0-2])\.\s(?<y>1\d{3}|20\d\d)(?![\d.])/uy,
    say: ({ groups }) => sayNumeric(groups),
  };
  return [
    ...readingsAt([written, ...numeric, spaced], (match) => !isPart(match) && !not.test(match.before)),
    ...(years.ordinal === undefined ? [] : yearReadings(table, years.ordinal)),
    ...(times === undefined
      ? []
      : readingsAt([...hourReadings(table, times), timeReading(table, times)], (match) => !isPart(match))),
    ...(years.joined === undefined ? [] : [decadeReading(table, years.joined)]),
  ];
}

function dateMatch(groups: Readonly<Record<string, string>>): ReadingMatch {
  return { text: '', groups, before: '', after: '' };
}

function sayDate(match: ReadingMatch, month: string, table: TableLanguage): string | undefined {
  const { d = '', y = '' } = match.groups;
  const { dates } = table.grammar;
  const day = dayWords(d, table);
  if (day === undefined) return undefined;
  const date = dates.spoken.replace('{d}', day).replace('{m}', month);
  if (y === '') return date;
  const year = yearOfDate(match, y, table);
  return year === undefined ? undefined : date + (dates.beforeYear ?? ' ') + year + stopOf(match.text, match.after);
}

function dayWords(day: string, { grammar: { dates }, numbers }: TableLanguage): string | undefined {
  if (Number(day) === 1 && dates.first !== undefined) return dates.first;
  return dates.day === undefined ? numbers.counting(day) : numbers.ordinal(Number(day), dates.day);
}

/** "тысяча девятьсот двадцать первого года": the noun is said where it is not written. */
function yearOfDate({ after }: ReadingMatch, digits: string, { grammar, numbers }: TableLanguage): string | undefined {
  const { ordinal } = grammar.years;
  if (ordinal === undefined) return numbers.year(digits);
  const words = numbers.ordinal(Number(digits), ordinal.genitive.form);
  const isWritten = after.trimStart().startsWith(ordinal.genitive.noun);
  return words === undefined || isWritten ? words : `${words} ${ordinal.genitive.noun}`;
}

/** A year and the noun after it, of which the form shows that of the ordinal. */
function yearReadings({ grammar, numbers }: TableLanguage, years: OrdinalYears): readonly Reading[] {
  const nouns = new Map(wordTable(years.nouns));
  const within = wordBefore(years.within.after);
  const genitive = wordBefore(grammar.cases?.genitive?.after ?? '(?!)');
  const say = (digits: string, form: string): string | undefined => numbers.ordinal(Number(digits), form);
  return [
    {
      pattern: new RegExp(
        String.raw`(?<y>1\d{3}|20\d\d)(?=\s(?<noun>${oneOf([...nouns.keys(), years.within.noun])})(?![\p{L}\p{M}]))`,
        'uy',
      ),
      say(match) {
        const { y = '', noun = '' } = match.groups;
        if (isPart(match)) return undefined;
        if (noun === years.within.noun && within.test(match.before)) return say(y, years.within.form);
        const form = nouns.get(noun);
        return form === undefined ? undefined : say(y, form === '-' ? '' : form);
      },
    },
    {
      pattern: new RegExp(String.raw`(?<y>1\d{3}|20\d\d)\s?(?:${years.short})(?![\p{L}\p{M}])`, 'uy'),
      say(match) {
        const { y = '' } = match.groups;
        const { form, noun } = within.test(match.before) ? years.within : years.genitive;
        if (isPart(match) || !(within.test(match.before) || genitive.test(match.before))) return undefined;
        const words = say(y, form);
        return words === undefined ? undefined : `${words} ${noun}${stopOf(match.text, match.after)}`;
      },
    },
  ];
}

/** "nittonhundratjugotalet" */
function decadeReading({ numbers }: TableLanguage, joined: string): Reading {
  return {
    pattern: new RegExp(String.raw`(?<y>\d{2,4})-(?<rest>${joined}\p{L}{0,6})`, 'uy'),
    say: ({ groups: { y = '', rest = '' } }) => numbers.year(y).replaceAll(' ', '') + rest,
  };
}

/** "do godziny dziewiątej" */
function hourReadings({ numbers }: TableLanguage, { hours = {} }: TimeWords): readonly Reading[] {
  return Object.entries(hours).map(([form, words]) => {
    const before = wordBefore(words);
    return {
      pattern: /(?<h>1?\d|2[0-4])(?![\p{L}\p{N}]|[.,:]\d)/uy,
      say: (match) => (before.test(match.before) ? numbers.ordinal(Number(match.groups['h']), form) : undefined),
    };
  });
}

function timeReading({ numbers }: TableLanguage, times: TimeWords): Reading {
  const before = wordBefore(times.before);
  return {
    pattern: new RegExp(
      String.raw`(?<h>[01]?\d|2[0-4])(?:[${times.marks}](?<m>[0-5]\d)(?!\d))?(?:\s?(?<word>${times.after ?? '(?!)'}))?(?![\p{L}\p{N}]|[.,:]\d)`,
      'uy',
    ),
    say(match) {
      const { h = '', m = '', word = '' } = match.groups;
      const isTime = word === '' ? m !== '' && before.test(match.before) : true;
      if (!isTime || (Number(h) === 1 && times.one === undefined && times.gender !== undefined)) return undefined;
      return clock({ h, m }, times, numbers);
    },
  };
}

function clock(
  { h, m }: Readonly<Record<'h' | 'm', string>>,
  { spoken, full, one, hour, gender = 'masculine', hasZero = false }: TimeWords,
  numbers: TableLanguage['numbers'],
): string | undefined {
  const hours = hour === undefined ? numbers.count(h, gender) : numbers.ordinal(Number(h), hour);
  if (hours === undefined) return undefined;
  if (Number(m) === 0) return (Number(h) === 1 ? (one ?? full) : full).replace('{h}', hours);
  const minutes =
    (hasZero && m.startsWith('0') ? `${numbers.counting('0')} ` : '') + numbers.counting(String(Number(m)));
  return spoken.replace('{h}', hours).replace('{m}', minutes);
}
