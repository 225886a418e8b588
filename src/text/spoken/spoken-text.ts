import { baseLanguage, parseLanguage } from '../../core/language.ts';
import type { Reading } from '../../languages/reading.ts';
import { spellerOf } from '../../languages/spellout.ts';
import type { PhraseRules } from '../../languages/whole-grammar.ts';
import { withLeadingSpace } from '../split-sentences.ts';
import { cleanCharacters } from './clean/clean-characters.ts';
import { dropDecorations } from './clean/drop-decorations.ts';
import { writePauses } from './clean/pauses.ts';
import type { PauseStyle } from './clean/pauses.ts';
import type { LanguageRules } from './language-rules.ts';
import { plainNumberReadings } from './plain-numbers.ts';
import { readInitials } from './reading/initials.ts';
import { applyReadings } from './reading/readings.ts';
import { romanStarts } from './reading/roman-numeral.ts';
import {
  dropNoteMarks,
  dropWrittenNotes,
  plainFractions,
  plainSubscripts,
  readRaised,
} from './reading/superscripts.ts';
import { readSymbols, tidySpaces } from './reading/symbols.ts';
import { readWebAddresses } from './reading/web-addresses.ts';
import { tableRules } from './tables/table-rules.ts';

/** Part of the address of a segment that was spoken from its spoken form: a new version speaks the segments again. */
export const spokenTextVersion = '8';

/** Options of `spokenText`. */
export interface SpokenTextOptions {
  /** The form of ellipses and dashes. Default: `plain`, as commas and full stops. */
  readonly pauses?: PauseStyle | undefined;
}

/**
 * Returns a text as an engine without a front end of its own should get it: numbers, abbreviations and symbols in words, ellipses and dashes as
 * pauses, without characters that are not spoken. Fifteen languages (BCP-47) are read; in seven others
 * numbers are; texts in others are only cleaned. Words of letters alone stay as they are, except Roman numerals, titles without a full stop (`Mr`) and units after a number.
 */
export function spokenText(text: string, language: string, options: SpokenTextOptions = {}): string {
  return spokenSentences(text, language, options).join('').trim();
}

/**
 * Returns the sentences of a text as `spokenText` writes them, each with the space before it. `splitSentences` alone decides where one ends: no rule
 * for reading ends a sentence or joins two.
 */
export function spokenSentences(
  text: string,
  language: string,
  { pauses = 'plain' }: SpokenTextOptions = {},
): readonly string[] {
  const rules = rulesOf(language);
  const read = (sentence: string, lead: string): string =>
    dropDecorations(
      writePauses(rules ? readAll(sentence, rules, lead) : readNumbers(sentence, language, lead), pauses),
    );
  const sentences: string[] = [];
  for (const written of withLeadingSpace(text, language)) {
    const lead = sentences.length === 0 ? '' : betweenSentences;
    const spoken = settled(written, (sentence) => read(sentence, lead));
    if (spoken !== '') sentences.push(lead === '' ? spoken : afterSentence(spoken, written, language));
  }
  return sentences;
}

/** What readings see before a sentence that is not the first, so that they do not take its beginning for that of a heading. */
const betweenSentences = '. ';

/** Returns a sentence as it follows another one: with the space before it, also where a dash stood, and with a capital letter in place of a number. */
function afterSentence(spoken: string, written: string, language: string): string {
  const isNumber = /^[^\p{L}\p{N}]*(?:\p{Lu}|\p{N})/u.test(written);
  const begun = isNumber
    ? spoken.replace(/(?<=^[^\p{L}\p{N}]*)\p{Ll}/u, (letter) => capitalIn(language, letter))
    : spoken;
  const isApart = /^\s/u.test(written) || (/^[—―]/u.test(written) && !/^[—―]/u.test(spoken));
  return isApart ? ` ${begun}` : begun;
}

/** The Turkish capital of `i` has its dot. */
function capitalIn(language: string, letter: string): string {
  return baseLanguage(language) === 'tr' ? letter.toLocaleUpperCase('tr') : letter.toUpperCase();
}

/** A mark that was dropped may have stood between an abbreviation or a number and what it belongs to. */
function settled(text: string, read: (text: string) => string): string {
  let result = read(text);
  for (let round = 1; round < maxRounds; round += 1) {
    const next = read(result);
    if (next === result) return result;
    result = next;
  }
  return result;
}

const maxRounds = 5;

/** Beside words, spaces and usual marks: what a rule for signs, numbers, addresses or initials begins with. Most sentences have nothing of it. */
const signs = /[^\p{L}\p{M}\s.,;:!?'"“”‘’„«»‹›()¿¡—–…-]|\.(?!["'”’»“)\s]*$)|[—―]{2}/u;

function readAll(text: string, rules: LanguageRules, lead: string): string {
  if (!signs.test(text))
    return tidySpaces(applyReadings(rules.abbreviations(cleanCharacters(text)), romanStarts, rules.roman, lead));
  const grouped = text.replaceAll(/(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu, rules.groupMark);
  const { addresses, abbreviations, roman, initials, numbers, phrases, symbols } = rules;
  let read = replaceAll(dropWrittenNotes(plainSubscripts(cleanCharacters(plainFractions(grouped)))), rules.early);
  read = abbreviations(readWebAddresses(read, addresses));
  read = readInitials(applyReadings(read, romanStarts, roman, lead), initials);
  read = applyReadings(read, numberStarts, numbers, lead);
  return readSymbols(dropNoteMarks(readRaised(replaceAll(withoutBrackets(read), phrases), symbols)), symbols);
}

/** Reads the numbers of a language of which only the words are known; texts in others are cleaned. */
function readNumbers(text: string, language: string, lead: string): string {
  const base = baseLanguage(language);
  const speller = spellerOf(base === 'nn' ? 'no' : base);
  const clean = cleanCharacters(text);
  if (!speller || !/\d/u.test(clean)) return clean;
  const readings = plain.get(base) ?? plainNumberReadings(speller, base);
  plain.set(base, readings);
  return applyReadings(clean, numberStarts, readings, lead);
}

const plain = new Map<string, readonly Reading[]>();

/** Web fiction puts messages in angle brackets: `<Skill acquired>`. */
function withoutBrackets(text: string): string {
  return text.replaceAll(/<(\p{L}[^<>]{0,200}[\p{L}\p{N}!?.])>/gu, '$1');
}

function replaceAll(text: string, phrases: PhraseRules): string {
  return phrases.reduce((result, [pattern, words]) => result.replaceAll(pattern, words), text);
}

/** Places where a number may start, with the signs and currencies before it. */
const numberStarts =
  /(?<!\d)(?:[-+±~≈]|−\s?)?(?:[A-Z]{0,3}[$€£¥₹₽₩₴₺]\s?|#\s?|(?<!\p{L})[A-Z]{3}\s)?(?:[.,'’‘(])?[\d½⅓⅔¼¾⅕-⅞⅐⅑⅒]/gu;

const known = new Map<string, LanguageRules | undefined>();

function rulesOf(language: string): LanguageRules | undefined {
  if (!known.has(language)) {
    const base = baseLanguage(language);
    known.set(language, tableRules(base === 'nb' ? 'no' : base, regionOf(language)));
  }
  return known.get(language);
}

function regionOf(language: string): string | undefined {
  const tag = parseLanguage(language);
  return tag === undefined ? undefined : new Intl.Locale(tag).region;
}
