import { baseLanguage } from '../core/language.ts';
import { closingMarks, sentenceMarks } from './ends-sentence.ts';
import { sentenceRules } from './sentence-rules.ts';
import type { SentenceRules } from './sentence-rules.ts';

/** The sentences of a text, in order and trimmed; white space between them is all that is left out. */
export function splitSentences(text: string, language = 'en'): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const end of [...sentenceEnds(text, language), text.length]) {
    const sentence = text.slice(start, end).trim();
    if (sentence !== '') sentences.push(sentence);
    start = end;
  }
  return sentences;
}

const spacedQuote = String.raw`\s[»›”](?=[\s\p{P}]|$)`;
const footnoteMark = String.raw`\[\d{1,3}\]`;
/** End marks, what closes behind them, and a paragraph's end. Linear: no two parts of it can match the same character. */
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
 * Where sentences end: indices into the text, ascending, the text's own end not among them. Marks are judged by our own rules, because
 * `Intl.Segmenter` needs quadratic time (13 s for 1 MB), and changes with Node, and with it every stored segment would.
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
      (marks === undefined || endsSentence({ text, start, at: match.index, marks, closing, end, rules }))
    ) {
      ends.push(end);
      start = end;
    }
  }
  return ends;
}

interface Candidate {
  readonly text: string;
  /** Where the sentence begins. */
  readonly start: number;
  /** Where the end marks begin. */
  readonly at: number;
  readonly marks: string;
  /** Quotes, brackets and footnote marks behind the end marks. */
  readonly closing: string;
  /** Behind all of it. */
  readonly end: number;
  readonly rules: SentenceRules;
}

const wideMark = /[。！？．｡।॥]$/u;
const continuation = /^[\s\p{Ps}\p{Pi}\p{Pf}\p{Pd}"'¿¡]*[\p{Ll}\p{Sentence_Terminal}…,;:，、；：،؛]/u;
const nextWord = /^[\s\p{Ps}\p{Pi}\p{Pf}\p{Pd}"'¿¡]*([\p{L}\p{M}]+)?/u;
/** How far a look ahead or back reaches: no word that matters here is longer, and every look costs the same. */
const reach = 40;

function endsSentence(candidate: Candidate): boolean {
  const { text, marks, closing, end } = candidate;
  const rest = text.slice(end, end + reach);
  if (wideMark.test(marks)) return endsWide(rest, closing);
  if (!/^\s/u.test(rest)) return false;
  if (continuation.test(rest)) return false;
  return marks !== '.' || closing !== '' || endsAtFullStop(candidate, rest);
}

/** Chinese and Japanese write no space: a mark ends the sentence, but speech goes on after the closing quote (「好。」他说). */
function endsWide(rest: string, closing: string): boolean {
  if (closing === '') return !/^\p{Nd}/u.test(rest);
  return !/^[\p{L}\p{N}，、]/u.test(rest);
}

function endsAtFullStop({ text, start, at, rules }: Candidate, rest: string): boolean {
  const token = tokenBefore(text, start, at);
  const bare = token.toLowerCase();
  const opensSentence =
    /^[^\p{L}\p{N}]*$/u.test(text.slice(start, at - token.length).slice(0, 4)) && at - token.length <= start + 4;
  if (/^\p{Nd}+$/u.test(token)) return endsAtNumber(token, opensSentence, rest, rules);
  if (rules.titles.has(bare)) return false;
  if (rules.beforeNumber.has(bare) && startsNumber(rest)) return false;
  if (/^\p{L}$/u.test(token)) return endsAtLetter(text, at, token, opensSentence, rest, rules);
  return (!token.includes('.') && !rules.closing.has(bare)) || endsAtAcronym(token, rest, rules);
}

function startsNumber(rest: string): boolean {
  return /^\s*(?:\p{Nd}|[IVXLC]+\b)/u.test(rest);
}

/** `3. Mai` goes on where numbers are ordinals; a number that opens a sentence counts something. */
function endsAtNumber(token: string, opensSentence: boolean, rest: string, rules: SentenceRules): boolean {
  if (opensSentence && token.length <= 3) return false;
  return !rules.ordinals || token.length > 2 || startsSentence(rest, rules);
}

/** A single letter is an initial; the English `I` behind a small word is not, nor is the `s` of `Mary’s`. */
function endsAtLetter(
  text: string,
  at: number,
  letter: string,
  opensSentence: boolean,
  rest: string,
  rules: SentenceRules,
): boolean {
  if (/['’]/u.test(text.charAt(at - 2)) && /\p{Ll}/u.test(letter)) return true;
  if (opensSentence || letter !== 'I') return false;
  return /\p{Ll}\s$/u.test(text.slice(Math.max(0, at - 3), at - 1)) && startsSentence(rest, rules);
}

/** After `U.S.` or `etc.` only a typical first word begins a sentence; after a lower-case one (`p.m.`) any word does. */
function endsAtAcronym(token: string, rest: string, rules: SentenceRules): boolean {
  if (startsSentence(rest, rules)) return true;
  const lower = token === token.toLowerCase();
  return lower && (rules.closing.has(token) || !token.includes('.'));
}

function startsSentence(rest: string, rules: SentenceRules): boolean {
  const [, word = ''] = nextWord.exec(rest) ?? [];
  return rules.starters.has(word.toLowerCase());
}

/** The word before a full stop, with inner full stops and hyphens, without what opens before it. */
function tokenBefore(text: string, start: number, at: number): string {
  const before = text.slice(Math.max(start, at - reach), at);
  return /[\p{L}\p{M}\p{N}]+(?:[.-][\p{L}\p{M}\p{N}]+)*$/u.exec(before)?.[0] ?? '';
}
