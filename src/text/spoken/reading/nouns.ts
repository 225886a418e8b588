import type { Currency, Gender, Noun } from './quantity.ts';

const genders: Readonly<Record<string, Gender>> = { f: 'feminine', m: 'masculine', n: 'neuter' };

/** Returns the nouns of a table with lines `written|gender|one|many`, where `written` may be several, separated by spaces. */
export function nounTable(table: string): ReadonlyMap<string, Noun> {
  return new Map(
    rows(table).flatMap(([keys = '', ...noun]) => keys.split(' ').map((key) => [key, nounOf(noun)] as const)),
  );
}

/** Returns the currencies of a table with lines `written|gender|one|many|gender|one|many`, the smaller unit last or absent. */
export function currencyTable(table: string): ReadonlyMap<string, Currency> {
  return new Map(
    rows(table).flatMap(([keys = '', ...cells]) => {
      const currency = { major: nounOf(cells), minor: cells.length > 3 ? nounOf(cells.slice(3)) : undefined };
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

function nounOf([gender = '', one = '', many = '']: readonly string[]): Noun {
  return { one, many: many || one, gender: genders[gender] ?? 'masculine' };
}
