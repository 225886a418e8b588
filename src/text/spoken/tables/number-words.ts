import type { SpokenWords } from '../../../languages/language.ts';
import { ordinalSpeller } from '../../../languages/ordinals.ts';
import type { OrdinalSpeller } from '../../../languages/ordinals.ts';
import { spellerOf } from '../../../languages/spellout.ts';
import type { SpokenGrammar } from '../../../languages/spoken-grammar.ts';
import type { Gender } from '../../../languages/whole-grammar.ts';
import { wordTable } from '../../../languages/word-set.ts';

/** A language whose grammar is a table. */
export interface TableLanguage {
  /** BCP-47 base code. */
  readonly language: string;
  readonly words: SpokenWords;
  readonly grammar: SpokenGrammar;
  readonly numbers: NumberWords;
}

/** The numbers of a language in words. Digits are those of a whole number. */
export interface NumberWords {
  /** Returns a number that counts a noun. */
  readonly count: (digits: string, gender: Gender) => string;
  /** Returns a number that counts nothing: a page, a year. */
  readonly counting: (digits: string) => string;
  readonly genitive: (digits: string) => string | undefined;
  /** Whether the form of a number depends on what it counts. */
  readonly isOpen: (digits: string) => boolean;
  readonly year: (digits: string) => string;
  readonly ordinal: OrdinalSpeller;
}

/** Returns the numbers of a language with a grammar. */
export function numberWords(language: string, grammar: SpokenGrammar): NumberWords {
  const speller = spellerOf(language);
  const mended = wordTable(grammar.mended ?? '(?!)').map(
    ([key, other]) => [new RegExp(String.raw`(?<!\p{L})${key.replaceAll('_', ' ')}(?!\p{L})`, 'u'), other] as const,
  );
  const spell = (digits: string, set: string): string => {
    const words = (speller?.(Number(digits), set) ?? digits).replaceAll('\u00AD', '');
    return mended.reduce((text, [pattern, other]) => text.replace(pattern, other), words);
  };
  const { cardinals, years } = grammar;
  const counting = (digits: string): string => spell(digits, cardinals.counting);
  const count = (digits: string, gender: Gender): string => spell(digits, cardinals[gender]);
  return {
    count,
    counting,
    genitive: (digits) => {
      const set = grammar.cases?.genitive?.set;
      return set === undefined ? undefined : spell(digits, set);
    },
    isOpen: (digits) =>
      new Set((['masculine', 'feminine', 'neuter'] as const).map((gender) => count(digits, gender))).size > 1,
    year: (digits) => yearWords(digits, years, counting),
    ordinal: ordinalSpeller(grammar.ordinals, (number) => count(String(number), 'masculine')),
  };
}

/** "nittonhundratjugoett": the hundreds are counted up to 1999. */
function yearWords(
  digits: string,
  { hundred, rest = '', last = '' }: SpokenGrammar['years'],
  counting: (digits: string) => string,
): string {
  const [century, part] = [digits.slice(0, -2), Number(digits.slice(-2))];
  if (hundred === undefined || !/^1[1-9]$/u.test(century)) return counting(digits);
  const hundreds = counting(century) + hundred;
  return part === 0 ? hundreds : withLast(hundreds + rest + counting(String(part)), last);
}

/** Returns the words of a number with another last one, given as `ending other`. */
function withLast(words: string, last: string): string {
  const [old = '', other = ''] = last.split(' ');
  return old !== '' && words.endsWith(old) ? words.slice(0, -old.length) + other : words;
}
