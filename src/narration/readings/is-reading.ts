import { baseLanguage } from '../../core/language.ts';
import { hanCharacters } from '../../languages/han-numerals.ts';
import { sentenceRules } from '../../text/sentence-rules.ts';
import { spokenText } from '../../text/spoken/spoken-text.ts';
import { wordsOf } from '../align/words.ts';
import { changesEdge } from './changes-edge.ts';
import { meaningOf, spokenSigns } from './meaning.ts';
import { numberWords } from './number-words.ts';
import { hasOrdinal, hasRoman, isRoman, losesOrdinal, numericDate, takesOrdinal } from './ordinals.ts';
import type { SpokenPassage } from './passage.ts';
import { haveSameMeaning } from './same-meaning.ts';
import { spokenNames } from './spoken-names.ts';
import { writeTimes } from './write-times.ts';

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
export function isReading(passage: SpokenPassage): boolean {
  const { source, answer, language } = passage;
  if (sameLetters(source, answer)) return true;
  if (!isReadable(source, language) && !isReadAloud(passage)) return false;
  if (joinsNumbers(passage) || losesOrdinal(passage)) return false;
  if (hasOrdinal(answer, language) ? !takesOrdinal(passage) : changesEdge(passage)) return false;
  const spoken = { ...passage, answer: writePercent(writeTimes(answer, source, language)) };
  return readsWritten(spoken) || readsAloud(spoken) || readsWritten(writeKoreanDays(spoken));
}

/** Reports whether numbers with a link between them, as "20 and 5", are fewer in the answer: "twenty-five" is another number. */
function joinsNumbers({ source, answer, language }: SpokenPassage): boolean {
  const { links } = numberWords(language);
  const linked = [...source.matchAll(/(?<=\p{Nd}\s+)\p{L}+(?=\s+\p{Nd})/gu)].filter(([word]) =>
    links.has(word.toLowerCase()),
  );
  if (linked.length === 0) return false;
  return meaningOf(answer, plain(language)).filter(({ kind }) => kind === 'number').length <= linked.length;
}

/** Reports whether two texts have the same letters and no digits, however they are divided into words. */
export function sameLetters(one: string, other: string): boolean {
  return lettersOf(one) !== '' && lettersOf(one) === lettersOf(other);
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
    .replaceAll(new RegExp(`百分之([${hanCharacters}]+)`, 'gu'), '$1%');
}

/** In Korean the word for a day is the one for 1, too. It becomes another in both texts, where it follows a number. */
function writeKoreanDays(passage: SpokenPassage): SpokenPassage {
  const day = '날';
  const { source, answer, language } = passage;
  if (baseLanguage(language) !== 'ko' || !/\p{Nd}\s?일/u.test(source)) return passage;
  return {
    ...passage,
    source: source.replaceAll(/(?<=\p{Nd})\s?일/gu, day),
    answer: answer.replaceAll(/(?<=[일이삼사오육칠팔구십])일(?=\P{L}|[에은의이을부까]|$)/gu, day),
  };
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
function isReadAloud({ source, before, after, language }: SpokenPassage): boolean {
  if (!languagesReadAloud.has(baseLanguage(language))) return false;
  const [plainly, aloud] = [before + after, before + source + after].map((text) =>
    lettersOf(spokenText(text, language)),
  );
  return aloud !== lettersOf(before + source + after) && plainly === lettersOf(before + after);
}

interface Reading {
  readonly language: string;
  readonly commasEnd: boolean;
  readonly roman: boolean;
}

function plain(language: string): Reading {
  return { language, commasEnd: true, roman: false };
}

/** Compares the passage with its source as it is written. */
function readsWritten(passage: SpokenPassage): boolean {
  const { source, answer, language } = passage;
  const isDate = numericDate.test(source);
  const months = isDate ? spokenNames(language).months : undefined;
  return variants(language, isRoman(passage)).some((reading) => {
    const spoken = meaningOf(answer, { ...reading, roman: false, months });
    return datesIn(source).some((written) =>
      haveSameMeaning(meaningOf(written, { ...reading, months }), spoken, { language, isDate, expansions: new Set() }),
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
function readsAloud({ source, answer, before, after, language }: SpokenPassage): boolean {
  if (!languagesReadAloud.has(baseLanguage(language))) return false;
  const written = before + source + after;
  const aloud = new Set([written, written.replace(address, '$1')].map((text) => spokenText(text, language)));
  // The words around the passage are read in the same way.
  const said = [before + answer + after, spokenText(before + answer + after, language)];
  return variants(language, false).some((reading) =>
    product([...aloud], said).some(([expected, spoken]) =>
      haveSameMeaning(meaningOf(expected, reading), meaningOf(spoken, reading), {
        language,
        isDate: false,
        expansions: unitsIn(expected, written, reading),
      }),
    ),
  );
}

/** Words between a number and its unit, as in "five square kilometres". */
const maxToUnit = 2;

/** Returns the words that our rules wrote out after numbers. Those of titles are not among them: their endings show who is meant. */
function unitsIn(text: string, written: string, reading: Reading): ReadonlySet<string> {
  const known = new Set(wordsOf(written, 'lines').map(({ key }) => key));
  const items = meaningOf(text, reading);
  const units = items.flatMap((item, index) => {
    if (item.kind === 'number' || known.has(item.key)) return [];
    const before = items.slice(Math.max(0, index - maxToUnit), index);
    return before.some(({ kind }) => kind === 'number') ? [item.key] : [];
  });
  return new Set(units);
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
