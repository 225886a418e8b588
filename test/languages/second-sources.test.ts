import { describe, expect, it } from 'vitest';
import { spokenText } from '../../src/text/spoken/spoken-text.ts';

/** Languages that are read aloud, each with its locale of `Intl`. */
const read = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT' } as const;
const codes = Object.keys(read) as (keyof typeof read)[];

function upTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, number) => number);
}

describe.each(codes)('words of %s', (language) => {
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
