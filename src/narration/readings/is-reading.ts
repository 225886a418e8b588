import { baseLanguage } from '../../core/language.ts';
import { sentenceRules } from '../../text/sentence-rules.ts';
import { spokenText } from '../../text/spoken/spoken-text.ts';
import { wordsOf } from '../align/words.ts';
import { meaningOf, spokenSigns } from './meaning.ts';
import { numberWords } from './number-words.ts';
import { numeralCharacters, readRoman, valuesIn } from './numerals.ts';
import { sayTheSame } from './same-meaning.ts';
import { spokenNames } from './spoken-names.ts';
import { writeTimes } from './write-times.ts';

/** A passage of a book and how it was spoken, with the words around it that both have. */
export interface Passage {
  readonly source: string;
  readonly answer: string;
  readonly before: string;
  readonly after: string;
  /** BCP-47 code. */
  readonly language: string;
}

/** Reports, in little time, whether it is worth while to ask if an answer is a reading of a passage. */
export function mayBeReading(source: string, answer: string): boolean {
  if (source.length > maxLength || answer.length > maxLength) return false;
  // A passage without words has a sign at least.
  return /[\p{L}\p{N}]/u.test(answer) && (/[\p{L}\p{N}]/u.test(source) || sign.test(source));
}

/** Longer passages are not numbers and signs any more, but another text. */
const maxLength = 400;

/**
 * Reports whether an answer is what a narrator says for a passage: its numbers, dates, amounts, abbreviations and signs in
 * words, its words written apart or together. When in doubt it is not.
 */
export function isReading(passage: Passage): boolean {
  const { source, answer, language } = passage;
  if (lettersOf(source) !== '' && lettersOf(source) === lettersOf(answer)) return true;
  if (!isReadable(source, language) && !isReadAloud(passage)) return false;
  if (hasOrdinal(answer, language) && !takesOrdinal(passage)) return false;
  const spoken = writePercent(writeTimes(answer, source, language));
  return readsWritten({ ...passage, answer: spoken }) || readsAloud({ ...passage, answer: spoken });
}

function hasOrdinal(text: string, language: string): boolean {
  const words = numberWords(language);
  return wordsOf(text, 'lines').some(({ key }) => words.ordinals.test(key) && valuesIn(key, words) !== undefined);
}

/** The number of a day, of a king and one with an ending are read as "third"; "3 men" are not. */
function takesOrdinal({ source, before, after, language }: Passage): boolean {
  const { months } = spokenNames(language);
  const around = wordsOf(before + source + after, 'lines');
  const isWritten = /\p{Nd}(?:st|nd|rd|th|er|re|e|ème|[.ºª°])/u.test(source) || numericDate.test(source);
  return (
    isWritten || hasRoman(source) || hasOrdinal(source, language) || around.some(({ key }) => isMonth(key, months))
  );
}

/** Months may be abbreviated. */
function isMonth(key: string, months: ReadonlyMap<string, number>): boolean {
  return months.has(key) || (key.length === 3 && [...months.keys()].some((month) => month.startsWith(key)));
}

/** Returns the letters of a text without spaces, or nothing when it has digits: 20 6 is not 206. */
function lettersOf(text: string): string {
  return /\p{N}/u.test(text)
    ? ''
    : wordsOf(text, 'lines')
        .map(({ key }) => key)
        .join('');
}

/** "Per cent" is two words in many languages, and the second one is a number in some of them. */
function writePercent(spoken: string): string {
  return spoken
    .replaceAll(/(?<!\p{L})(?:per cento?|pour cent|por cient?o|por cento)(?!\p{L})/giu, '%')
    .replaceAll(new RegExp(`百分之([${numeralCharacters}]+)`, 'gu'), '$1%');
}

const sign = new RegExp(`[${spokenSigns}\\p{N}]`, 'u');

/** Reports whether a text holds anything that a narrator says otherwise than it is written. */
function isReadable(text: string, language: string): boolean {
  if (sign.test(text) || meaningOf(text, plain(language)).some(({ kind }) => kind === 'number')) return true;
  const { titles, ambiguous, beforeNumber, closing } = sentenceRules(language);
  for (const [, word = ''] of text.matchAll(/([\p{L}\p{M}.-]{1,12})\./gu)) {
    const key = word.toLowerCase();
    if ([titles, ambiguous, beforeNumber, closing].some((list) => list.has(key)) || /^\p{L}(?:\.\s?\p{L})*$/u.test(key))
      return true;
  }
  return hasRoman(text);
}

/** Reports whether our own rules read a passage otherwise than it is written: "Mme", a web address. */
function isReadAloud({ source, before, after, language }: Passage): boolean {
  if (!languagesReadAloud.has(baseLanguage(language))) return false;
  const [plainly, aloud] = [before + after, before + source + after].map((text) =>
    lettersOf(spokenText(text, language)),
  );
  return aloud !== lettersOf(before + source + after) && plainly === lettersOf(before + after);
}

function hasRoman(text: string): boolean {
  return (text.match(/(?<!\p{L})[IVXLCDM]{1,15}(?!\p{L})/gu) ?? []).some((word) => readRoman(word) !== undefined);
}

interface Reading {
  readonly language: string;
  readonly commasEnd: boolean;
  readonly roman: boolean;
}

function plain(language: string): Reading {
  return { language, commasEnd: true, roman: false };
}

/** A date of numbers alone, as 3/5/1911 and 1911-05-03. */
const numericDate = /(\p{Nd}{1,4})[-/.]\s?(\p{Nd}{1,2})[-/.]\s?(\p{Nd}{1,4})/u;

/** Compares the passage with its source as it is written. */
function readsWritten({ source, answer, language }: Passage): boolean {
  const isDate = numericDate.test(source);
  const months = isDate ? spokenNames(language).months : undefined;
  return variants(language, hasRoman(source)).some((reading) => {
    const spoken = meaningOf(answer, { ...reading, roman: false, months });
    return datesIn(source).some((written) =>
      sayTheSame(meaningOf(written, { ...reading, months }), spoken, { language, isDate, expansions: new Set() }),
    );
  });
}

/** Countries differ in the order of day, month and year. Returns the text with the numbers of its first date in every order. */
function datesIn(source: string): string[] {
  const [date, first = '', second = '', third = ''] = numericDate.exec(source) ?? [];
  if (date === undefined) return [source];
  const orders = [
    [first, second, third],
    [second, first, third],
    [third, second, first],
    [third, first, second],
    [second, third, first],
    [first, third, second],
  ];
  return orders.map((order) => source.replace(date, order.join(' ')));
}

const languagesReadAloud = new Set(['de', 'en', 'es', 'fr', 'it']);

/** Compares the passage with its source as our own rules read it aloud, with the words around it. */
function readsAloud({ source, answer, before, after, language }: Passage): boolean {
  if (!languagesReadAloud.has(baseLanguage(language))) return false;
  const written = before + source + after;
  const aloud = new Set([written, written.replace(address, '$1')].map((text) => spokenText(text, language)));
  // The words around the passage are read in the same way.
  const said = [before + answer + after, spokenText(before + answer + after, language)];
  return variants(language, false).some((reading) =>
    product([...aloud], said).some(([expected, spoken]) =>
      sayTheSame(meaningOf(expected, reading), meaningOf(spoken, reading), {
        language,
        isDate: false,
        expansions: onlyIn(expected, written),
      }),
    ),
  );
}

/** Returns the words that one text has and another has not. */
function onlyIn(text: string, other: string): ReadonlySet<string> {
  const known = new Set(wordsOf(other, 'lines').map(({ key }) => key));
  return new Set(wordsOf(text, 'lines').flatMap(({ key }) => (known.has(key) ? [] : [key])));
}

function product<Left, Right>(left: readonly Left[], right: readonly Right[]): (readonly [Left, Right])[] {
  return left.flatMap((one) => right.map((other) => [one, other] as const));
}

/** A web address may be named by its site. */
const address =
  /(?<![\p{L}\p{N}])(?:https?:\/\/)?(?:www\.)?([a-z0-9-]{1,60}\.[a-z.]{2,20}[a-z])(?:\/[^\s)\]]{0,200})?/iu;

function variants(language: string, roman: boolean): Reading[] {
  return [true, false].flatMap((commasEnd) =>
    (roman ? [false, true] : [false]).map((withRoman) => ({ language, commasEnd, roman: withRoman })),
  );
}
