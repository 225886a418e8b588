import type { NumberLists } from '../../languages/language.ts';
import { perLanguage } from '../../languages/languages.ts';
import { wordSet } from '../../languages/word-set.ts';

/** The number words of a language, as far as narrators need them. */
export interface NumberWords {
  /** Values of words and of the parts of compounds. */
  readonly values: ReadonlyMap<string, number>;
  /** Ends of words after the last part: of ordinals and cases. */
  readonly endings: RegExp;
  /** Words between the parts of one number: "two hundred and five". */
  readonly links: ReadonlySet<string>;
  /** Words of the decimal mark. */
  readonly points: ReadonlySet<string>;
  /** Words of the sign. */
  readonly minus: ReadonlySet<string>;
  /** Words that only look like numbers: seconds. */
  readonly others: ReadonlySet<string>;
  /** Units come before tens: "fünfundzwanzig". */
  readonly unitsFirst: boolean;
  /** Sixty and eighty take ten to nineteen: "soixante-dix". */
  readonly twenties: boolean;
}

/** Returns the number words of a language (BCP-47); none for a language without a list. Chinese and Japanese have their own numerals. */
export const numberWords = perLanguage(({ numbers = { small: '', more: '', points: '', minus: '' } }): NumberWords => {
  return {
    values: valuesOf(numbers),
    endings: new RegExp(`^${numbers.endings ?? '(?!)'}$`, 'u'),
    links: wordSet(numbers.links),
    points: wordSet(numbers.points),
    minus: wordSet(numbers.minus),
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
