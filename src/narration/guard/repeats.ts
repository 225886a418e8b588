import { splitSentences } from '../../text/split-sentences.ts';
import { normalizeWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** A sentence that occurs this many times more than in the source is a loop, not style. */
const minRepeats = 3;

/** Reports whether a model was caught in a loop: a sentence repeats more often than in the source, or too much of the text was said before. */
export function hasRepetition(text: string, source: SourceText): boolean {
  const { sentences, again, count } = habitsOf(source);
  return repeatsSentences(text, source.language, sentences) || saysAgain(text, again / Math.max(1, count));
}

/** What a source says again. */
interface Habits extends ReturnType<typeof runsAgain> {
  readonly sentences: ReadonlyMap<string, number>;
}

const known = new WeakMap<SourceText, Habits>();

/** A chapter is the source of all answers about its parts. */
function habitsOf(source: SourceText): Habits {
  const habits = known.get(source) ?? {
    ...runsAgain(source.text),
    sentences: countSentences(source.text, source.language),
  };
  known.set(source, habits);
  return habits;
}

/** Words in a row that no text says twice by chance. */
const sameRun = 8;
/**
 * Most of a text that stands in it before, beyond twice the share of its source: in chapters of eleven books at most 0.03, also where one has a refrain. A real,
 * very small model that went round in circles had 0.16.
 */
const maxAgain = 0.06;
/** What a text says again can be said with more words around it. */
const ofSource = 2;
/** Runs that are said again, at least: one sentence of a short script is no circle. */
const minAgain = 8;

function saysAgain(text: string, shareOfSource: number): boolean {
  const { again, count } = runsAgain(text);
  return again >= minAgain && again / count > maxAgain + ofSource * shareOfSource;
}

function runsAgain(text: string): { readonly again: number; readonly count: number } {
  const runs = runsOf(normalizeWords(text).split(' '), sameRun);
  return { again: runs.length - new Set(runs).size, count: runs.length };
}

function repeatsSentences(text: string, language: string, before: Habits['sentences']): boolean {
  for (const [sentence, count] of countSentences(text, language)) {
    if (count - (before.get(sentence) ?? 0) >= minRepeats) return true;
  }
  return false;
}

function countSentences(text: string, language: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of text.split('\n').flatMap((line) => splitSentences(line, language))) {
    const bare = normalizeWords(sentence);
    // Short sentences ("Yes.") repeat in any dialogue.
    if (bare.length >= 15) counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  return counts;
}

/** Words of a paragraph that is not like another one by chance, and of one that is not the same by chance. */
const [minTwinWords, minSameWords] = [30, 8];
/** Words in a row that are compared. */
const runWords = 3;
/** Share of its runs that a paragraph has from one before it. Paragraphs about one thing share few. */
const maxShared = 0.6;

/** Reports whether a paragraph is one before it, as it is or with a few words changed. In a text that does so itself, as refrains do, it may be. */
export function repeatsParagraph(paragraphs: readonly string[], before: readonly string[], source: string): boolean {
  return hasTwin(paragraphs, before) && !hasTwin(source.split('\n\n'), []);
}

function hasTwin(paragraphs: readonly string[], before: readonly string[]): boolean {
  const all = [...before, ...paragraphs].map((paragraph) => normalizeWords(paragraph).split(' '));
  const runs = all.map((words) => new Set(runsOf(words, runWords)));
  return all.some(
    (words, index) =>
      index >= before.length &&
      all.slice(0, index).some((other, at) => {
        if (words.length >= minSameWords && words.join(' ') === other.join(' ')) return true;
        const own = runs[index] ?? new Set();
        return words.length >= minTwinWords && sharedBy(own, runs[at] ?? new Set()) > own.size * maxShared;
      }),
  );
}

/** Returns every run of so many words. */
export function runsOf(words: readonly string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((run) => other.has(run)).length;
}
