import { baseLanguage } from '../core/language.ts';
import { romanValue } from '../languages/roman.ts';
import { closingMarks, sentenceMarks } from './ends-sentence.ts';
import { sentenceRules } from './sentence-rules.ts';
import type { SentenceRules } from './sentence-rules.ts';

/** Returns the sentences of a text, in order and trimmed. Only white space between them is dropped. */
export function splitSentences(text: string, language = 'en'): string[] {
  return withLeadingSpace(text, language)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Returns the sentences of a text with the white space before them. Joined, they are the text. */
export function withLeadingSpace(text: string, language: string): string[] {
  const ends = [...sentenceEnds(text, language), text.length];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

const spacedQuote = String.raw`\s[»›”](?=[\s\p{P}]|$)`;
const footnoteMark = String.raw`\[\d{1,3}\]|[⁰¹²³⁴-⁹]{1,3}`;
/** Matches end marks with closing marks, or the end of a paragraph. Runs in linear time: no two parts match the same character. */
function candidatesWith(moreMarks: string): RegExp {
  return new RegExp(
    String.raw`([${sentenceMarks}${moreMarks}]+)((?:[${closingMarks}]|${spacedQuote}|${footnoteMark})*)|\n\s*\n`,
    'gu',
  );
}

const candidates = candidatesWith('');
/** The Greek question mark is written as a semicolon. */
const greekCandidates = candidatesWith(';\u037e');

/**
 * Returns the indices at which sentences end, in ascending order, without the end of the text. Does not use `Intl.Segmenter`:
 * it takes quadratic time (13 s for 1 MB) and changes with Node, which would invalidate stored segments.
 */
export function sentenceEnds(text: string, language: string): number[] {
  const rules = sentenceRules(language);
  const ends: number[] = [];
  let start = 0;
  for (const match of text.matchAll(baseLanguage(language) === 'el' ? greekCandidates : candidates)) {
    const end = match.index + match[0].length;
    const [, marks, closing = ''] = match;
    if (
      end < text.length &&
      (marks === undefined || isSentenceEnd({ text, start, at: match.index, marks, closing, end, rules }))
    ) {
      ends.push(end);
      start = end;
    }
  }
  return ends;
}

interface Candidate {
  readonly text: string;
  /** Index of the start of the sentence. */
  readonly start: number;
  /** Index of the end marks. */
  readonly at: number;
  readonly marks: string;
  /** Quotes, brackets and footnote marks after the end marks. */
  readonly closing: string;
  /** Index after the end marks and closing marks. */
  readonly end: number;
  readonly rules: SentenceRules;
}

const wideMark = /[。！？．｡।॥]$/u;
const continuation = /^[\s\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{So}"'¿¡]*[\p{Ll}\p{Sentence_Terminal}…,;:，、；：،؛]/u;
const nextWord = /^[\s\p{Ps}\p{Pi}\p{Pf}\p{Pd}"'¿¡]*([\p{L}\p{M}]+)?/u;
/** Number of code units inspected before and after a mark: longer than any word that matters, so each check costs the same. */
const reach = 40;

function isSentenceEnd(candidate: Candidate): boolean {
  const { text, marks, closing, end } = candidate;
  const rest = text.slice(end, end + reach);
  if (wideMark.test(marks)) return endsWide(rest, closing);
  if (!beforeNext.test(rest)) return false;
  if (continuation.test(rest) || isStutter(candidate, rest)) return false;
  return marks !== '.' || closing !== '' || endsAtFullStop(candidate, rest);
}

/** `“I… I don’t know.”` */
function isStutter({ text, start, at, marks, closing }: Candidate, rest: string): boolean {
  if (closing !== '' || !/^(?:…|\.{2,})+$/u.test(marks)) return false;
  const [, next] = nextWord.exec(rest) ?? [];
  return next !== undefined && next === tokenBefore(text, start, at);
}

/** A space, or a dash that begins the next sentence: `“Wait!—What is it?”` */
const beforeNext = /^(?:\s|\u2060?[—―]\s?["“‘«¿¡]?\p{Lu})/u;

/** Chinese and Japanese have no space after a mark. After a closing quote the sentence may continue (「好。」他说). */
function endsWide(rest: string, closing: string): boolean {
  if (closing === '') return !/^\p{Nd}/u.test(rest);
  return !/^[\p{L}\p{N}，、]/u.test(rest);
}

function endsAtFullStop(candidate: Candidate, rest: string): boolean {
  const { text, start, at, rules } = candidate;
  const token = tokenBefore(text, start, at);
  const bare = token.toLowerCase();
  const opensSentence =
    /^[^\p{L}\p{N}]*$/u.test(text.slice(start, at - token.length).slice(0, 4)) && at - token.length <= start + 4;
  const word: FinalWord = { token, opensSentence, rest };
  if (/^\p{Nd}+$/u.test(token)) return endsAtNumber(word, rules);
  if (isUnit(text.slice(Math.max(start, at - 3), at))) return !startsNumber(rest);
  if (rules.titles.has(bare) || continuesNumber(token, rest, rules)) return false;
  if (isAmbiguous(token, rules)) return startsSentence(rest, rules);
  if (/^\p{L}$/u.test(token)) return endsAtLetter(word, candidate);
  return (!token.includes('.') && !rules.closing.has(bare)) || endsAtAcronym(word, rules);
}

/** The word before a full stop. */
interface FinalWord {
  readonly token: string;
  /** It is the first word of the sentence. */
  readonly opensSentence: boolean;
  /** Text after the full stop. */
  readonly rest: string;
}

/** Before a number, `Стр.` and `godz.` never end a sentence. */
function continuesNumber(token: string, rest: string, rules: SentenceRules): boolean {
  return (rules.beforeNumber.has(token.toLowerCase()) || isAmount(token)) && startsNumber(rest);
}

/** In `£3 10s. 6d.` and `2h. 30m.` the next amount continues. */
function isAmount(token: string): boolean {
  return /^\p{Nd}+\p{Ll}{1,3}$/u.test(token);
}

/** An abbreviation that is a word, too, or an ordinal: `Im XIX. Jahrhundert`. */
function isAmbiguous(token: string, { ambiguous, ordinals }: SentenceRules): boolean {
  if (ambiguous.has(token.toLowerCase())) return true;
  return ordinals && /^[IVXLCM]+$/u.test(token) && romanValue(token) !== undefined;
}

function startsNumber(rest: string): boolean {
  return /^\s*\(?(?:\p{Nd}|[IVXLC]+\b)/u.test(rest);
}

/** In languages with ordinals `3. Mai` continues. A number at the start of a sentence numbers an item. */
function endsAtNumber({ token, opensSentence, rest }: FinalWord, rules: SentenceRules): boolean {
  if (opensSentence && token.length <= 3) return false;
  return !rules.ordinals || token.length > 2 || startsSentence(rest, rules);
}

/** A single letter is an initial, except an abbreviation before a typical first word (`1812 г. Он`), the number of a chapter, a capital after a word in lower case (`plan B. The`, `you and I. We`) and the `s` of `Mary’s`. */
function endsAtLetter({ token, opensSentence, rest }: FinalWord, { text, start, at, rules }: Candidate): boolean {
  if (rules.closing.has(token)) return endsAtYear(text.slice(start, at - 1), rest, rules);
  if (/['’]/u.test(text.charAt(at - 2)) && /\p{Ll}/u.test(token)) return true;
  if (/^[IVX]$/u.test(token) && rules.numbered.test(text.slice(Math.max(0, at - reach), at - 1))) return true;
  if (opensSentence || token !== token.toUpperCase() || /^\s*\p{L}\./u.test(rest)) return false;
  return /\p{Ll}\s$/u.test(text.slice(Math.max(0, at - 3), at - 1)) && startsSentence(rest, rules);
}

/** `Он родился в этом городе в 1968 г. Отец умер.` After a year among the first words of a sentence a name may follow: `В 1968 г. Иванов уехал`. */
function endsAtYear(sentence: string, rest: string, rules: SentenceRules): boolean {
  if (startsSentence(rest, rules)) return true;
  const isLateYear = /(?<!\d)[12]\d{3}\s?$/u.test(sentence) && sentence.trim().split(/\s+/u).length > 5;
  return isLateYear && /^\s+\p{Lu}\p{Ll}/u.test(rest);
}

/** After `U.S.` or `etc.` only a typical first word starts a sentence; after a lower-case abbreviation (`p.m.`) any word does. */
function endsAtAcronym({ token, rest }: FinalWord, rules: SentenceRules): boolean {
  if (startsSentence(rest, rules) || opensSpeech.test(rest)) return true;
  return token === token.toLowerCase() && (rules.closing.has(token) || !token.includes('.'));
}

/** `Acme Inc. “Really?”` */
const opensSpeech = /^\s["“„«»]\p{Lu}/u;

/** `30 °C`, `5 m`: units of one letter that are no abbreviation. */
function isUnit(before: string): boolean {
  return /°\s?[CF]$|\p{Nd}\s?[ghlm]$/u.test(before);
}

function startsSentence(rest: string, rules: SentenceRules): boolean {
  const [, word = ''] = nextWord.exec(rest) ?? [];
  return rules.starters.has(word.toLowerCase());
}

/** Returns the word before a full stop, with inner full stops and hyphens, without opening quotes and brackets. */
function tokenBefore(text: string, start: number, at: number): string {
  const before = text.slice(Math.max(start, at - reach), at);
  return /[\p{L}\p{M}\p{N}]+(?:[.-][\p{L}\p{M}\p{N}]+)*$/u.exec(before)?.[0] ?? '';
}
