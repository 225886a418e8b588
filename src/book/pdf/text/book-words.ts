import { perLanguage } from '../../../languages/languages.ts';
import { wordSet } from '../../../languages/word-set.ts';

/** Facts about the words of a book, taken from its lines. */
export interface BookWords {
  /** Returns the number of occurrences of a word, ignoring case, which distinguishes `rabbit-hole` from `ex-ample`. */
  count(word: string): number;
  /** Reports whether a text begins with a conjunction of the book's language and another word. */
  opensWithConjunction(text: string): boolean;
  /** Reports whether both are numbers of the book's language, as the parts of `forty-four` and `three-quarters` are. */
  joinsNumbers(left: string, right: string): boolean;
  /** Hyphens that only divide words at the ends of lines have a character of their own in the book. */
  readonly marksDivisions: boolean;
}

/** Returns the words of lines, except the first and the last of each, which may be parts of divided words. */
export function bookWords(lines: readonly string[], language: string): BookWords {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const inside = line.toLowerCase().replaceAll(/^\S+|\S+$/gu, '');
    for (const word of inside.match(/[\p{L}\p{M}]+(?:[-’'][\p{L}\p{M}]+)*/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const conjunction = conjunctionOf(language);
  const numbers = numbersOf(language);
  return {
    count: (word) => counts.get(word.toLowerCase()) ?? 0,
    opensWithConjunction: (text) => conjunction?.test(text) === true,
    joinsNumbers: (left, right) => [left, right].every((word) => numbers.has(word.toLowerCase())),
    marksDivisions: hasMarkedDivisions(lines),
  };
}

const conjunctionOf = perLanguage(({ conjunctions }) =>
  conjunctions === undefined ? undefined : new RegExp(`^(?:${conjunctions})\\.?\\s+[\\p{L}\\p{N}]`, 'u'),
);

const numbersOf = perLanguage(({ titles }) => {
  const forms = [...wordSet(titles?.numbers)].flatMap((entry) => entry.split(/[=/]/u).slice(1));
  return new Set([...forms, ...forms.map((form) => `${form}s`), ...wordSet(titles?.fractions)]);
});

/** Fewer divisions can be chance. */
const minDivisions = 5;

/** A program that divides words with U+2010 or a soft hyphen writes the hyphens of the author as they are: `-`. */
function hasMarkedDivisions(lines: readonly string[]): boolean {
  const [marked, written] = [/\p{Ll}[\u2010\u00AD]$/u, /\p{L}\u2010\p{L}/u];
  const divisions = lines.filter((line) => marked.test(line)).length;
  return divisions >= minDivisions && lines.filter((line) => written.test(line)).length * 20 < divisions;
}
