import { describe, expect, it } from 'vitest';
import { languages } from '../../src/languages/languages.ts';
import { wordSet } from '../../src/languages/word-set.ts';
import { numberWords, valuesIn } from '../../src/narration/readings/number-words.ts';
import { numbersIn } from '../../src/narration/readings/numbers-in.ts';
import { spokenText } from '../../src/text/spoken/spoken-text.ts';

/** Languages that are read aloud, each with its locale of `Intl`. */
const read = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT' } as const;
const codes = Object.keys(read) as (keyof typeof read)[];

function upTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, number) => number);
}

describe.each(codes)('words of %s', (language) => {
  it('of the numbers from 0 to 1000 and of round ones are those that narrators say', () => {
    const numbers = [...upTo(1000), 1001, 2000, 21_000, 100_000, 123_456, 1_000_000, 2_000_000, 7_654_321];
    const wrong = numbers.filter((number) => {
      const [first, ...more] = numbersIn(spokenText(`${number} kg`, language), language).numbers;
      return first !== String(number) || more.length > 0;
    });
    expect(wrong).toEqual([]);
  });

  it.each(upTo(11))('of month %i are those of Intl', (month) => {
    const date = new Date(Date.UTC(1998, month, 7));
    const name = new Intl.DateTimeFormat(read[language], { month: 'long', timeZone: 'UTC' }).format(date);
    expect(spokenText(date.toISOString().slice(0, 10), language)).toContain(name);
  });

  it.each([
    ['km', 'kilometer'],
    ['m', 'meter'],
    ['cm', 'centimeter'],
    ['mm', 'millimeter'],
    ['kg', 'kilogram'],
    ['g', 'gram'],
    ['l', 'liter'],
    ['ml', 'milliliter'],
    ['min', 'minute'],
    ['MB', 'megabyte'],
    ['GB', 'gigabyte'],
    ['%', 'percent'],
    ['°', 'degree'],
  ])('of %s are those of Intl for %s', (sign, unit) => {
    // French counts bytes in octets.
    if (language === 'fr' && unit.endsWith('byte')) return;
    const spoken = [1, 2].map((count) => spokenText(`${count} ${sign}`, language).replace(/^\S+ /u, ''));
    const named = [1, 2].map((count) => nameOf(count, { style: 'unit', unit, unitDisplay: 'long' }, 'unit'));
    // Italians write `percento` in one word, too.
    expect(spoken.map((each) => each.replace('per cento', 'percento'))).toEqual(named);
  });

  it.each([
    ['€', 'EUR'],
    ['£', 'GBP'],
    ['¥', 'JPY'],
  ])('of %s are those of Intl for %s', (sign, currency) => {
    const spoken = spokenText(`5 ${sign}`, language).replace(/^\S+ /u, '');
    expect(nameOf(5, { style: 'currency', currency, currencyDisplay: 'name' }, 'currency').split(' ')).toContain(
      spoken,
    );
  });

  function nameOf(count: number, options: Intl.NumberFormatOptions, type: string): string {
    const parts = new Intl.NumberFormat(read[language], options).formatToParts(count);
    return parts.flatMap((part) => (part.type === type || part.type === 'percentSign' ? [part.value] : [])).join(' ');
  }
});

describe('ordinals', () => {
  it.each([
    [
      'en',
      1000,
      (number: number) =>
        `${number}${number % 100 > 3 && number % 100 < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`,
    ],
    ['de', 1000, (number: number) => `am ${number}. Tag`],
    ['fr', 1000, (number: number) => (number === 1 ? '1er' : `${number}e`)],
    ['it', 20, (number: number) => `${number}ª`],
    ['es', 10, (number: number) => `${number}.º`],
  ] as const)('of %s up to %i are those that narrators say', (language, last, written) => {
    const wrong = upTo(last)
      .slice(1)
      .filter((number) => {
        const spoken = spokenText(written(number), language);
        return numbersIn(spoken, language).numbers.join(' ') !== String(number);
      });
    expect(wrong).toEqual([]);
  });
});

describe('numbers in titles', () => {
  const both = Object.entries(languages).filter(([, { titles, numbers }]) => titles?.numbers && numbers);

  it.each(both)('are in %s those that narrators say', (language, { titles }) => {
    const wrong = [...wordSet(titles?.numbers)].flatMap((entry) => {
      const [value = '', forms = ''] = entry.split('=');
      return forms.split('/').filter((form) => {
        const values = valuesIn(form, numberWords(language));
        return values !== undefined && values.reduce((sum, one) => sum + one, 0) !== Number(value);
      });
    });
    expect(wrong).toEqual([]);
  });
});
