import { splitSentences } from '../../text/split-sentences.ts';
import { normalizeWords } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** A sentence that occurs this many times more than in the source is a loop, not style. */
const minRepeats = 3;
/** Maximum words of a repeated run. */
const maxPeriod = 40;

/** Reports whether a model was caught in a loop: a sentence or a run of words repeats more often than in the source. */
export function hasRepetition(text: string, source: SourceText): boolean {
  return repeatsSentences(text, source) || maxLoop(text) > Math.max(4, maxLoop(source.text) + 1);
}

function repeatsSentences(text: string, source: SourceText): boolean {
  const before = countSentences(source.text, source.language);
  for (const [sentence, count] of countSentences(text, source.language)) {
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

/** Returns the maximum number of times that a run of words repeats without a gap. */
function maxLoop(text: string): number {
  const words = normalizeWords(text).split(' ');
  let longest = 1;
  for (let period = 1; period <= maxPeriod; period += 1) {
    let run = 0;
    for (let index = period; index < words.length; index += 1) {
      run = words[index] === words[index - period] ? run + 1 : 0;
      longest = Math.max(longest, Math.floor(run / period) + 1);
    }
  }
  return longest;
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
  const runs = all.map(runsOf);
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

function runsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.slice(runWords - 1).map((_, at) => words.slice(at, at + runWords).join(' ')));
}

function sharedBy(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((run) => other.has(run)).length;
}
