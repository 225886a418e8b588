import { alignWords } from '../align/align-words.ts';
import { paragraphBreak, wordsOf } from '../align/words.ts';
import type { Word } from '../align/words.ts';
import { findEdits } from './find-edits.ts';
import type { Alignment, Edit, Hunk } from './find-edits.ts';
import { applyEdits } from './text-edit.ts';
import type { TextEdit } from './text-edit.ts';

/** A script made of a book's own words, with the readings of a completion in their places. */
export interface ComposedScript {
  /** The text of the source in which numbers, abbreviations and signs are as the completion speaks them. */
  readonly text: string;
  /** The differences between the text and the source. */
  readonly edits: readonly TextEdit[];
  /** Share of the source's words that the completion has, in order, as they are or read as a narrator does. */
  readonly coverage: number;
  /** Words of the completion that the script does not have. */
  readonly removed: number;
  /** Words of the source that the completion lacks or says otherwise. */
  readonly restored: number;
  /** Beginning of the first passage that was restored, for messages. */
  readonly about: string | undefined;
}

const maxAbout = 60;

/**
 * Aligns a completion with its source word by word and takes over from it only what a narrator may say otherwise. What the
 * completion adds, loses, reorders or changes is as in the source, so no script has other words than its book.
 */
export function composeScript(source: string, completion: string, language: string): ComposedScript {
  const alignment = align(source, completion, language);
  const hunks = hunksOf(alignment);
  const edits = isOtherText(alignment) ? [] : findEdits(hunks, alignment);
  const isKept = (hunk: Hunk): boolean => edits.some(({ from, to }) => from <= hunk.from && hunk.to <= to);
  const lost = hunks.filter((hunk) => !isKept(hunk));
  const restored = lost.reduce((sum, { from, to }) => sum + countWords(alignment.source.words, from, to), 0);
  const total = countWords(alignment.source.words, 0, alignment.source.words.length);
  const used = edits.reduce((sum, { start, end }) => sum + countWords(alignment.answer.words, start, end), 0);
  const matched = alignment.matches.reduce(
    (sum, match, at) => sum + (match >= 0 && !isBreak(alignment.source.words[at]) && !isInside(at, edits) ? 1 : 0),
    0,
  );
  const first = lost.find(({ from, to }) => countWords(alignment.source.words, from, to) > 0);
  return {
    text: applyEdits(source, edits),
    edits,
    coverage: total === 0 ? 1 : 1 - restored / total,
    removed: countWords(alignment.answer.words, 0, alignment.answer.words.length) - used - matched,
    restored,
    about: first && source.slice(alignment.source.words[first.from]?.start).slice(0, maxAbout),
  };
}

function align(source: string, completion: string, language: string): Alignment {
  const left = { text: source, words: wordsOf(source, 'empty-lines') };
  const right = { text: completion, words: wordsOf(completion, 'lines') };
  const matches = alignWords(
    left.words.map(({ key }) => key),
    right.words.map(({ key }) => key),
  );
  return { source: left, answer: right, matches, language };
}

/** An answer with fewer of the words is another text. Numbers and signs make up less of any. */
const minMatched = 0.2;

function isOtherText({ source, matches }: Alignment): boolean {
  const matched = matches.filter((match) => match >= 0).length;
  return source.words.length > 40 && matched < source.words.length * minMatched;
}

function hunksOf({ source, answer, matches }: Alignment): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, start] = [0, 0];
  for (let at = 0; at <= source.words.length; at += 1) {
    const match = at < source.words.length ? (matches[at] ?? -1) : answer.words.length;
    if (match < 0) continue;
    if (at > from || match > start)
      hunks.push(...atBreaks({ from, to: at, start, end: match }, source.words, answer.words));
    from = at + 1;
    start = match + 1;
  }
  return hunks;
}

/** Cuts a hunk at the paragraph breaks of the source, and of the answer where it has as many. */
function atBreaks(hunk: Hunk, source: readonly Word[], answer: readonly Word[]): Hunk[] {
  const left = breaksIn(source, hunk.from, hunk.to);
  if (left.length === 0) return [hunk];
  const right = breaksIn(answer, hunk.start, hunk.end);
  const isPaired = left.length === right.length;
  return [...left, hunk.to].map((to, index) => ({
    from: index === 0 ? hunk.from : (left[index - 1] ?? 0) + 1,
    to,
    start: index === 0 ? hunk.start : isPaired ? (right[index - 1] ?? 0) + 1 : hunk.end,
    end: isPaired && index < right.length ? (right[index] ?? 0) : hunk.end,
  }));
}

function breaksIn(words: readonly Word[], from: number, to: number): number[] {
  const breaks: number[] = [];
  for (let at = from; at < to; at += 1) if (isBreak(words[at])) breaks.push(at);
  return breaks;
}

function isBreak(word: Word | undefined): boolean {
  return word?.key === paragraphBreak;
}

function isInside(at: number, edits: readonly Edit[]): boolean {
  return edits.some(({ from, to }) => from <= at && at < to);
}

function countWords(words: readonly Word[], from: number, to: number): number {
  return words.slice(from, to).filter((word) => !isBreak(word)).length;
}
