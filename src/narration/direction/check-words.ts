import { countWords } from '../../text/count-words.ts';
import { numbersIn } from '../readings/numbers-in.ts';
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
  return runsFrom(request, text, words).next().done !== true;
}

/** Words besides numbers that a sign may become. */
const wordsOfSign = 2;

/**
 * Reports whether words read a number aloud: written in digits, they give it back. They have no other words, but for those of its
 * signs.
 */
export function readsNumber(words: string, number: string, language: string): boolean {
  if (/\p{Nd}/u.test(words)) return false;
  const said = numbersIn(words, language);
  const signs = [...number.matchAll(/[^\p{Nd}\s.,:/]/gu)].length;
  // All in a row: nineteen and eleven are 1911.
  const digits = numbersIn(number, language).numbers.join('');
  return digits !== '' && digits === said.numbers.join('') && said.otherWords <= signs * wordsOfSign;
}

/** What a table becomes: at least a few words, and hardly more than twice its own. */
const minTold = 4;
const maxTold = 150;

/** Returns the number of words in which a table or program may be told. */
export function maxToldWords(text: string): number {
  return Math.min(maxTold, Math.max(40, 2 * countWords(text)));
}

/** Numbers that people use for the parts of a table, and not for what is in it: two columns, the first of them. */
const maxCounted = 12;

/** Reports whether words tell a table or program: of a fitting length, with no number that is not in it, and not our own. */
export function tells(words: string, told: string, { request, language }: CheckContext): boolean {
  const count = countWords(words);
  if (count < minTold || count > maxToldWords(told) || repeatsRequest(words, request)) return false;
  const known = allNumbers(told, language);
  const written = writtenIn(words);
  return [...allNumbers(words, language)].every(
    (digits) => known.has(digits) || (Number(digits) <= maxCounted && !written.has(digits)),
  );
}

/** What answers are checked against. */
export interface CheckContext {
  /** The request without the text of the book. */
  readonly request: string;
  /** BCP-47 code of the text. */
  readonly language: string;
}

function allNumbers(text: string, language: string): ReadonlySet<string> {
  return new Set([...numbersIn(text, language).numbers, ...writtenIn(text)]);
}

/** Returns the numbers that stand in digits. */
function writtenIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/\p{Nd}+/gu));
}
