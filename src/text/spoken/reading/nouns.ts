import type { Gender, Noun } from '../../../languages/whole-grammar.ts';
import type { Currency } from './quantity.ts';

const genders: Readonly<Record<string, Gender>> = { f: 'feminine', m: 'masculine', n: 'neuter' };

/** Returns the nouns of a table with lines `written|gender|one|many|few|part`, where `written` may be several, separated by spaces. */
export function nounTable(table: string): ReadonlyMap<string, Noun> {
  return new Map(
    rows(table).flatMap(([keys = '', ...noun]) => keys.split(' ').map((key) => [key, nounOf(noun)] as const)),
  );
}

/** Returns the currencies of a table with lines as those of nouns, with the smaller unit from its gender on, or absent. */
export function currencyTable(table: string): ReadonlyMap<string, Currency> {
  return new Map(
    rows(table).flatMap(([keys = '', ...cells]) => {
      const second = cells.findIndex((cell, at) => at > 0 && Object.hasOwn(genders, cell));
      const currency =
        second < 0
          ? { major: nounOf(cells) }
          : { major: nounOf(cells.slice(0, second)), minor: nounOf(cells.slice(second)) };
      return keys.split(' ').map((key) => [key, currency] as const);
    }),
  );
}

function rows(table: string): readonly (readonly string[])[] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split('|'));
}

function nounOf([gender = '', one = '', many = '', few, part = few]: readonly string[]): Noun {
  return { one, many: many || one, few, part, gender: genders[gender] ?? 'masculine' };
}
