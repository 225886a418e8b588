import { splitSentences } from '../../text/split-sentences.ts';
import { normalizeWords, contentWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** Why a script is not faithful to its source. */
export type FaithfulnessProblem = 'lost-text' | 'lost-names' | 'lost-numbers' | 'invented-text';

/** Result of `checkFaithful`. */
export interface FaithfulnessResult {
  /** The script without paragraphs at its ends that are unrelated to the source. */
  readonly text: string;
  readonly problem?: FaithfulnessProblem | undefined;
  /** The missing or added words, for messages. */
  readonly about?: string | undefined;
}

/** A sentence with a smaller share of its words in the script is missing. */
const minSentenceKept = 0.5;
/** A text with a smaller share of its words in the script was shortened or retold. */
const minTextKept = 0.85;
/** A paragraph with a smaller share of its words in the source was added. */
const minParagraphKnown = 0.3;
/** A script with a larger share of words that are not in the source was padded. */
const maxForeign = 0.3;
/** Content words for one number: "two hundred and fifty pounds". */
const wordsPerNumber = 4;
const minWords = 4;

/** Checks that a script holds its source and nothing else, by the words that both have, in any language. */
export function checkFaithful(text: string, source: SourceText): FaithfulnessResult {
  const known = new Set(contentWords(source.text));
  const paragraphs = withoutForeignEnds(text.split(/\n{2,}/u), known);
  const kept = paragraphs.join('\n\n');
  const lost = lostSentence(kept, source);
  if (lost !== undefined) return { text: kept, problem: 'lost-text', about: lost };
  const name = lostName(kept, source);
  if (name !== undefined) return { text: kept, problem: 'lost-names', about: name };
  const numbers = lostNumbers(kept, source);
  if (numbers.length > newWords(kept, source))
    return { text: kept, problem: 'lost-numbers', about: numbers.join(', ') };
  const foreign = paragraphs.find((paragraph) => isForeign(paragraph, known));
  if (foreign !== undefined) return { text: kept, problem: 'invented-text', about: foreign.slice(0, 60) };
  const words = contentWords(kept);
  const strange = words.filter((word) => !known.has(word)).length - numbers.length * wordsPerNumber;
  return strange > words.length * maxForeign ? { text: kept, problem: 'invented-text' } : { text: kept };
}

function withoutForeignEnds(paragraphs: readonly string[], known: ReadonlySet<string>): string[] {
  const first = paragraphs.findIndex((paragraph) => !isForeign(paragraph, known));
  const last = paragraphs.findLastIndex((paragraph) => !isForeign(paragraph, known));
  return paragraphs.slice(Math.max(first, 0), last + 1);
}

function isForeign(paragraph: string, known: ReadonlySet<string>): boolean {
  const words = contentWords(paragraph);
  return words.length >= minWords && words.filter((word) => known.has(word)).length < words.length * minParagraphKnown;
}

/** Returns the beginning of a sentence that the script lacks, or of the text when too much of it is missing. */
function lostSentence(text: string, source: SourceText): string | undefined {
  const left = new Map<string, number>();
  for (const word of contentWords(text)) left.set(word, (left.get(word) ?? 0) + 1);
  let [expected, found] = [0, 0];
  for (const sentence of splitSentences(source.text, source.language)) {
    const words = contentWords(sentence);
    const kept = words.filter((word) => takeOne(left, word)).length;
    if (words.length >= minWords && kept < words.length * minSentenceKept) return sentence.slice(0, 60);
    expected += words.length;
    found += kept;
  }
  return found < expected * minTextKept ? source.text.slice(0, 60) : undefined;
}

function takeOne(left: Map<string, number>, word: string): boolean {
  const count = left.get(word) ?? 0;
  if (count > 0) left.set(word, count - 1);
  return count > 0;
}

/** Returns a name of the source that the script lacks. A tenth of the names may be missing. */
function lostName(text: string, source: SourceText): string | undefined {
  const names = new Set(
    Array.from(source.text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}[\p{Ll}\p{M}]{2,}(?!\p{L})/gu), ([name]) => name),
  );
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  const missing = [...names].filter((name) => !words.has(name.toLowerCase()));
  return missing.length > names.size * 0.1 ? missing[0] : undefined;
}

/**
 * Returns the numbers of the source that the script does not have as digits. The script spells them with words that are
 * not in the source. With fewer new words than such numbers, one is lost.
 */
function lostNumbers(text: string, source: SourceText): string[] {
  const kept = new Set(text.match(/\p{Nd}+/gu));
  return [...new Set(source.text.match(/\p{Nd}+/gu))].filter((number) => !kept.has(number));
}

function newWords(text: string, source: SourceText): number {
  const known = new Set(normalizeWords(source.text).split(' '));
  return [...new Set(normalizeWords(text).split(' '))].filter((word) => !known.has(word)).length;
}
