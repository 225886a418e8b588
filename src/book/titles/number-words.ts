import { readHanNumeral } from '../../languages/han-numerals.ts';
import { languages } from '../../languages/languages.ts';
import { romanSource, romanValue } from '../../languages/roman.ts';
import { wordSet } from '../../languages/word-set.ts';

/** Small letters, with plain apostrophes. A word for two numbers is the lower one. */
const valuesByWord: ReadonlyMap<string, number> = new Map(
  Object.values(languages)
    .flatMap(({ titles }) => [...wordSet(titles?.numbers)])
    .flatMap((entry) => {
      const [value, forms = ''] = entry.split('=');
      return forms.split('/').map((word) => [word, Number(value)] as const);
    })
    .toSorted(([, one], [, other]) => other - one),
);

/** Stands for a number in words. */
const numberMark = '\uE000';

/**
 * Returns a title in small letters with a mark in place of each number in words: a pattern of all of them would take longer
 * to compile than a book takes to parse.
 */
export function markNumberWords(title: string): string {
  return title.replaceAll(/\p{L}(?:[\p{L}\p{M}'’]*[\p{L}\p{M}])?/gu, (word) =>
    valueOf(word) === undefined ? word : numberMark,
  );
}

function valueOf(word: string): number | undefined {
  return valuesByWord.get(word.toLowerCase().replaceAll('’', "'"));
}

/** A number in digits of any script, in Roman numerals or as a mark of `markNumberWords`, as the source of a pattern for small letters. */
export const numberPattern = `\\p{N}+|${romanSource}|${numberMark}`;

/** An ordinal before a part word: `2nd`, `2ª`, `2.` or the mark of a number word. */
export const ordinalPattern = `\\p{N}+(?:st|nd|rd|th|[.ªºa°]|e|er|re|[èe]me|-?[йяое]|-?ша|-?га)?|${numberMark}`;

/** Returns the number that a word means (`twelfth`, `XII`, `十二`, `12` → 12), or undefined. */
export function numberOf(word: string): number | undefined {
  const plain = word.normalize('NFKC');
  if (/^\d{1,4}$/u.test(plain)) return Number(plain);
  if (hanNumber.test(plain)) return Number(readHanNumeral(plain));
  return romanValue(plain.toLowerCase()) ?? valueOf(word);
}

const hanNumber =
  /^(?:[〇一二三四五六七八九]{1,4}|[零〇一二三四五六七八九十百千]{0,7}[十百千][零〇一二三四五六七八九十百千]{0,7})$/u;
