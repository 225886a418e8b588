import type { NumberLists } from '../../languages/language.ts';
import { perLanguage } from '../../languages/languages.ts';
import { wordSet } from '../../languages/word-set.ts';

/** The number words of a language, as its lists have them. */
export interface NumberWords extends Readonly<Record<'links' | 'points' | 'others', ReadonlySet<string>>> {
  /** Values of words and of the parts of compounds. */
  readonly values: ReadonlyMap<string, number>;
  readonly endings: RegExp;
  readonly unitsFirst: boolean;
  readonly twenties: boolean;
}

/** Returns the number words of a language (BCP-47); none for a language without a list. */
export const numberWords = perLanguage(({ numbers = { small: '', more: '', points: '' } }): NumberWords => {
  return {
    values: valuesOf(numbers),
    endings: new RegExp(`^${numbers.endings ?? '(?!)'}$`, 'u'),
    links: wordSet(numbers.links),
    points: wordSet(numbers.points),
    others: wordSet(numbers.others),
    unitsFirst: numbers.unitsFirst ?? false,
    twenties: numbers.twenties ?? false,
  };
});

function valuesOf({ small, more }: NumberLists): ReadonlyMap<string, number> {
  const first = [...wordSet(small)].flatMap((forms, index) =>
    forms.split('/').map((form) => [form, index <= 20 ? index : (index - 18) * 10] as const),
  );
  const others = [...wordSet(more)].map((entry) => {
    const [word = '', value = ''] = entry.split('=');
    return [word, Number(value)] as const;
  });
  return new Map([...first, ...others]);
}

/** Values of the number words in one written word, or undefined when it is not made of them: "siebzehnhundert" is 17 and 100. */
export function valuesIn(word: string, words: NumberWords): readonly number[] | undefined {
  if (words.others.has(word)) return undefined;
  const value = words.values.get(word);
  if (value !== undefined) return [value];
  const values = word.length <= maxLength && words.values.size > 0 ? compound(word, words, new Map()) : undefined;
  // A link alone is not a number.
  return values?.length === 0 ? undefined : values;
}

const maxLength = 60;

function compound(
  rest: string,
  words: NumberWords,
  known: Map<string, readonly number[] | undefined>,
): readonly number[] | undefined {
  if (rest === '' || words.endings.test(rest)) return [];
  if (known.has(rest)) return known.get(rest);
  known.set(rest, undefined);
  for (let length = rest.length; length > 1; length -= 1) {
    const part = rest.slice(0, length);
    const value = words.values.get(part);
    if (value === undefined && !words.links.has(part)) continue;
    const others = compound(rest.slice(length), words, known);
    if (!others) continue;
    const found = value === undefined ? others : [value, ...others];
    known.set(rest, found);
    return found;
  }
  return undefined;
}
