import { countWords } from '../../text/count-words.ts';
import { spokenText } from '../../text/spoken/spoken-text.ts';
import { numbersIn } from '../guard/numbers-in.ts';
import { runsFrom, runWords } from '../guard/own-request.ts';

/** The form of words about a delivery: up to 40 small letters in English. */
export const wordsPattern = "^[a-z ,'-]{0,40}$";

/** Returns the words about a delivery, or undefined when they are not of use or are our own. */
export function usableWords(words: string, request: string): string | undefined {
  const plain = words.trim().toLowerCase();
  if (plain === '' || !new RegExp(wordsPattern, 'u').test(plain) || !/[a-z]{3}/u.test(plain)) return undefined;
  return repeatsRequest(plain, request, minOwnWords) ? undefined : plain;
}

/** Of so few words, three in a row of our request are a copy of it. */
const minOwnWords = 3;

/** Reports whether a text has as many words in a row of our own request, which is what weak models give back. */
export function repeatsRequest(text: string, request: string, words = runWords): boolean {
  return runsFrom(request, text, words).length > 0;
}

/** What a table becomes: at least a few words, and hardly more than twice its own. */
const minTold = 4;
const maxTold = 150;

/** Returns the number of words in which a table or program may be told. */
export function maxToldWords(text: string): number {
  return Math.min(maxTold, Math.max(40, 2 * countWords(text)));
}

/** What answers are checked against. */
export interface CheckContext {
  /** The request without the text of the book. */
  readonly request: string;
  /** BCP-47 code of the text. */
  readonly language: string;
}

/** Reports whether words tell a table or program: of a fitting length, with no number that is not in it, and not our own. */
export function tells(words: string, told: string, { request, language }: CheckContext): boolean {
  const count = countWords(words);
  if (count < minTold || count > maxToldWords(told) || repeatsRequest(words, request)) return false;
  const numbers = new Set([...numbersIn(told), ...(told.match(/\p{Nd}+/gu) ?? [])]);
  if (!numbersIn(words).every((digits) => numbers.has(digits))) return false;
  const known = new Set([...wordsIn(told), ...[...numbers].flatMap((digits) => spelled(digits, language))]);
  const named = numberWordsOf(language);
  return wordsIn(words).every((word) => known.has(word) || !named.has(word));
}

/** Numbers that people use for the parts of a table, and not for what is in it: two columns, the first of them. */
const maxCounted = 12;
const hundred = Array.from({ length: 100 }, (_, number) => number);
const largeNumbers = [...hundred.slice(maxCounted + 1), 100, 1000, 1_000_000];
const numberWords = new Map<string, ReadonlySet<string>>();

/** Returns the words of numbers, without those of the smallest ones, as the rules of a language read them. */
function numberWordsOf(language: string): ReadonlySet<string> {
  const known = numberWords.get(language);
  if (known) return known;
  const small = new Set(hundred.slice(0, maxCounted + 1).flatMap((number) => spelled(String(number), language)));
  const words = largeNumbers.flatMap((number) => spelled(String(number), language));
  const named = new Set(words.filter((word) => !small.has(word)));
  numberWords.set(language, named);
  return named;
}

/** Returns the words of a number, and of both halves of a year: nineteen eleven. */
function spelled(digits: string, language: string): readonly string[] {
  const parts = digits.length === 4 ? [digits, digits.slice(0, 2), digits.slice(2)] : [digits];
  return parts.flatMap((part) => wordsIn(spokenText(part, language)));
}

function wordsIn(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu) ?? []
  );
}
