import { describe, expect, it } from 'vitest';
import { loadStrings, otherLanguages, strings, wordsIn } from '../../src/web/strings.ts';
import { words as english } from '../../src/web/words/en.ts';

/** Stands for every value that a text takes: it is 7 as a number, § as a text, and has itself as every field. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, name) =>
    name === Symbol.toPrimitive
      ? (hint: string) => (hint === 'string' ? '§' : 7)
      : name === 'toString'
        ? () => '§'
        : anything,
  apply: () => anything,
});

/** Returns the texts of a table by their keys, with the values that they take filled in. */
function textsOf(table: unknown, key = ''): readonly (readonly [string, string])[] {
  if (typeof table === 'string') return [[key, table]];
  if (typeof table === 'function') return [[key, String(table(anything, anything, anything))]];
  return Object.entries(table as object).flatMap(([name, inner]) => textsOf(inner, `${key}.${name}`));
}

/** Returns what a text has of the values that it takes. */
function placeholders(text: string): readonly string[] {
  return (text.match(/§|\d+/gu) ?? []).toSorted();
}

const expected = new Map(textsOf(english));

describe.each(otherLanguages)('the words of the page in %s', (language) => {
  it('are all there, with every value that they take, and fit where the English ones do', async () => {
    const texts = new Map(textsOf(await wordsIn(language)));
    expect([...texts.keys()]).toEqual([...expected.keys()]);
    const faults = [...texts].filter(([key, text]) => {
      const own = expected.get(key) ?? '';
      const isWhole = placeholders(text).join() === placeholders(own).join();
      // A label has room for twice its length, or a word more.
      return !isWhole || text.trim() === '' || text.length > Math.max(own.length * 2, own.length + 16);
    });
    expect(faults.map(([key, text]) => [key, text, expected.get(key)])).toEqual([]);
  });
});

it('the page takes the first language of the browser that it has', async () => {
  expect(await loadStrings(['ko', 'en-GB', 'de'])).toBe('en');
  expect(await loadStrings(['ko'])).toBe('en');
  expect(strings.close).toBe('Close');
  expect(await loadStrings(['ko', 'pt-BR', 'en'])).toBe('pt');
  expect(strings.close).toBe('Fechar');
  Object.assign(strings, english);
});
