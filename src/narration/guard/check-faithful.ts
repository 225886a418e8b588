import { splitSentences } from '../../text/split-sentences.ts';
import { normalizeWords, contentWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** What a faithful script may not do. */
export type FaithfulnessProblem = 'lost-text' | 'lost-names' | 'lost-numbers' | 'invented-text';

export interface FaithfulnessResult {
  /** The answer without paragraphs at its ends that have nothing to do with the source. */
  readonly text: string;
  readonly problem?: FaithfulnessProblem;
  /** For a person: the words that are missing, or too many. */
  readonly about?: string;
}

/** Less of a sentence's words than this, and the sentence is missing. */
const sentenceKept = 0.5;
/** Less of all words than this, and the text was shortened or retold. */
const textKept = 0.85;
/** Less of a paragraph's words in the source than this, and it is not from there. */
const paragraphKnown = 0.3;
/** More of all words than this from elsewhere, and the text was padded. */
const mostForeign = 0.3;
/** Content words that a number becomes: "two hundred and fifty pounds". */
const wordsOfNumber = 4;
const enoughWords = 4;

/** Whether a script holds its source and nothing else, by the words that both have; whatever the language, and without knowing it. */
export function checkFaithful(text: string, source: SourceText): FaithfulnessResult {
  const known = new Set(contentWords(source.text));
  const paragraphs = withoutForeignEnds(text.split(/\n{2,}/u), known);
  const kept = paragraphs.join('\n\n');
  const lost = lostSentence(kept, source);
  if (lost !== undefined) return { text: kept, problem: 'lost-text', about: lost };
  const name = lostName(kept, source);
  if (name !== undefined) return { text: kept, problem: 'lost-names', about: name };
  const numbers = goneNumbers(kept, source);
  if (numbers.length > newWords(kept, source))
    return { text: kept, problem: 'lost-numbers', about: numbers.join(', ') };
  const foreign = paragraphs.find((paragraph) => isForeign(paragraph, known));
  if (foreign !== undefined) return { text: kept, problem: 'invented-text', about: foreign.slice(0, 60) };
  const words = contentWords(kept);
  const strange = words.filter((word) => !known.has(word)).length - numbers.length * wordsOfNumber;
  return strange > words.length * mostForeign ? { text: kept, problem: 'invented-text' } : { text: kept };
}

function withoutForeignEnds(paragraphs: readonly string[], known: ReadonlySet<string>): string[] {
  const first = paragraphs.findIndex((paragraph) => !isForeign(paragraph, known));
  const last = paragraphs.findLastIndex((paragraph) => !isForeign(paragraph, known));
  return paragraphs.slice(Math.max(first, 0), last + 1);
}

function isForeign(paragraph: string, known: ReadonlySet<string>): boolean {
  const words = contentWords(paragraph);
  return words.length >= enoughWords && words.filter((word) => known.has(word)).length < words.length * paragraphKnown;
}

/** The beginning of a sentence that the script does not have, or of the whole when too much of it is gone. */
function lostSentence(text: string, source: SourceText): string | undefined {
  const left = new Map<string, number>();
  for (const word of contentWords(text)) left.set(word, (left.get(word) ?? 0) + 1);
  let [wanted, found] = [0, 0];
  for (const sentence of splitSentences(source.text, source.language)) {
    const words = contentWords(sentence);
    const kept = words.filter((word) => take(left, word)).length;
    if (words.length >= enoughWords && kept < words.length * sentenceKept) return sentence.slice(0, 60);
    wanted += words.length;
    found += kept;
  }
  return found < wanted * textKept ? source.text.slice(0, 60) : undefined;
}

function take(left: Map<string, number>, word: string): boolean {
  const count = left.get(word) ?? 0;
  if (count > 0) left.set(word, count - 1);
  return count > 0;
}

/** Words with a capital inside a sentence; nearly all of them must be there. */
function lostName(text: string, source: SourceText): string | undefined {
  const names = new Set(
    Array.from(source.text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}\p{M}]{2,}(?!\p{L})/gu), ([name]) => name),
  );
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  const missing = [...names].filter((name) => !words.has(name.toLowerCase()));
  return missing.length > names.size * 0.1 ? missing[0] : undefined;
}

/**
 * The source's numbers that the script does not have as digits. It has them as words that the source does not have, so
 * with fewer new words than numbers gone one is lost.
 */
function goneNumbers(text: string, source: SourceText): string[] {
  const kept = new Set(text.match(/\p{Nd}+/gu));
  return [...new Set(source.text.match(/\p{Nd}+/gu))].filter((number) => !kept.has(number));
}

function newWords(text: string, source: SourceText): number {
  const known = new Set(normalizeWords(source.text).split(' '));
  return [...new Set(normalizeWords(text).split(' '))].filter((word) => !known.has(word)).length;
}
