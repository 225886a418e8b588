import { paragraphBreak } from '../align/words.ts';
import type { Word } from '../align/words.ts';
import { spokenSigns } from '../readings/meaning.ts';
import { isReading, mayBeReading, sameLetters } from '../readings/is-reading.ts';
import type { TextEdit } from './text-edit.ts';
import { withoutReference } from './without-reference.ts';

/** A text and its words. */
export interface ParsedText {
  readonly text: string;
  readonly words: readonly Word[];
}

/** A source and an answer, aligned. */
export interface Alignment {
  readonly source: ParsedText;
  readonly answer: ParsedText;
  /** For each word of the source the index of its equal in the answer, or -1. */
  readonly matches: Int32Array;
  /** BCP-47 code. */
  readonly language: string;
}

/** Words `from` to `to` of the source that the answer does not have, and words `start` to `end` of the answer in their place. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
}

/** A hunk that a narrator may say as the answer does: the characters `first` to `last` of the source become `text`. */
export interface Edit extends Hunk, TextEdit {}

/** Most words in common between two hunks that are read as one: "3 May 1911", "the third of May nineteen eleven". */
const maxBetween = 4;
/** Most hunks that are read as one. */
const maxMerged = 4;

/** Passages that are compared by what they say, at least and per word: an answer that differs everywhere takes no longer. */
const minReadings = 100;
const wordsPerReading = 4;

interface Budgeted extends Alignment {
  readonly budget: { left: number };
}

/** Returns the hunks that are readings of their source, or several of them together, in order. */
export function findEdits(hunks: readonly Hunk[], aligned: Alignment): Edit[] {
  const edits: Edit[] = [];
  const alignment = {
    ...aligned,
    budget: { left: minReadings + Math.ceil(aligned.source.words.length / wordsPerReading) },
  };
  for (let index = 0; index < hunks.length; index += 1) {
    const merged = Array.from({ length: Math.min(maxMerged, hunks.length - index) }, (_, more) => more);
    const count = merged.find((more) => {
      const edit = canMerge(hunks, index, index + more, alignment)
        ? editFor(span(hunks, index, index + more), alignment)
        : undefined;
      if (edit) edits.push(edit);
      return edit !== undefined;
    });
    index += count ?? 0;
  }
  return edits;
}

function span(hunks: readonly Hunk[], index: number, last: number): Hunk {
  const [first, final] = [hunks[index], hunks[last]];
  return { from: first?.from ?? 0, to: final?.to ?? 0, start: first?.start ?? 0, end: final?.end ?? 0 };
}

function canMerge(hunks: readonly Hunk[], index: number, last: number, { source }: Alignment): boolean {
  for (let at = index; at < last; at += 1) {
    const [end, next] = [hunks[at]?.to ?? 0, hunks[at + 1]?.from ?? 0];
    if (next - end > maxBetween || source.words.slice(end, next).some(isBreak)) return false;
  }
  return true;
}

function isBreak({ key }: Word): boolean {
  return key === paragraphBreak;
}

function editFor(hunk: Hunk, alignment: Budgeted): Edit | undefined {
  if (hunk.start === hunk.end) return referenceEdit(hunk, alignment);
  for (const part of partsOf(hunk, alignment)) {
    const edit = readingEdit(part, placeOf(part, alignment), alignment);
    if (edit) return { ...edit, from: hunk.from, to: hunk.to };
  }
  return undefined;
}

/** Characters of the source that a hunk concerns, and the characters of the answer in their place. */
interface Place {
  readonly first: number;
  readonly last: number;
  readonly answer: string;
}

/**
 * Between two words that both texts have, everything between them belongs to the hunk. At the edge of a paragraph or of a part,
 * only signs at the words do.
 */
function placeOf(hunk: Hunk, { source, answer, matches }: Alignment): Place {
  const { from, to, start, end } = hunk;
  const before = matches[from - 1] === start - 1 ? plainWord(source, from - 1) : undefined;
  const after = matches[to] === end ? plainWord(source, to) : undefined;
  const first = before ? before.end : withSignsBefore(source, from);
  const last = after ? after.start : withSignsAfter(source, to);
  const opening = before ? endOf(answer, start - 1) : withSignsBefore(answer, start);
  const closing = after ? startOf(answer, end) : withSignsAfter(answer, end);
  return { first, last: Math.max(first, last), answer: answer.text.slice(opening, Math.max(opening, closing)) };
}

function plainWord({ words }: ParsedText, at: number): Word | undefined {
  const word = words[at];
  return word && !isBreak(word) ? word : undefined;
}

function startOf({ text, words }: ParsedText, at: number): number {
  return words[at]?.start ?? text.length;
}

function endOf({ words }: ParsedText, at: number): number {
  return words[at]?.end ?? 0;
}

const signsBefore = new RegExp(String.raw`[${spokenSigns}−-]+\s?$`, 'u');
const signsAfter = new RegExp(String.raw`^\s?[${spokenSigns}]+`, 'u');

function withSignsBefore(parsed: ParsedText, at: number): number {
  const { text } = parsed;
  const start = startOf(parsed, at);
  return start - (signsBefore.exec(text.slice(Math.max(0, start - 4), start))?.[0].length ?? 0);
}

function withSignsAfter(parsed: ParsedText, at: number): number {
  const end = endOf(parsed, at - 1);
  return end + (signsAfter.exec(parsed.text.slice(end, end + 4))?.[0].length ?? 0);
}

/** A hunk may hold a preamble before its reading, or a remark after it: each part between line breaks and ends of sentences is tried. */
function* partsOf(hunk: Hunk, { answer }: Alignment): Generator<Hunk> {
  yield hunk;
  const { start, end } = hunk;
  const cuts: number[] = [];
  for (let at = start; at < end; at += 1) {
    const [word, next] = [answer.words[at], answer.words[at + 1]];
    if (!word || !next) continue;
    if (isBreak(word) || /[:.!?。！？：()[\]*<>{}"]/u.test(answer.text.slice(word.end, next.start))) cuts.push(at + 1);
  }
  const [firstCut, lastCut] = [cuts[0], cuts.at(-1)];
  if (lastCut !== undefined && lastCut < end) yield { ...hunk, start: lastCut };
  if (firstCut !== undefined) yield { ...hunk, end: firstCut };
}

const contextWords = 3;

function readingEdit(hunk: Hunk, place: Place, { source, language, budget }: Budgeted): Edit | undefined {
  const { first, last } = place;
  const passage = source.text.slice(first, last);
  const answer = spokenPart(place.answer);
  if (passage.includes('\n\n') || answer === undefined || !mayBeReading(passage, answer)) return undefined;
  if (budget.left <= 0) return undefined;
  budget.left -= 1;
  const context = contextOf(hunk, source);
  // The full stop of an abbreviation may end the sentence, too.
  const stop = source.text.charAt(last) === '.' ? '.' : '';
  const isSpoken = isReading({ ...context, source: passage + stop, answer: answer + stop, language });
  // Words that are only written apart or together stay as in the book: "now here" is not "nowhere".
  return isSpoken
    ? { ...hunk, first, last, text: sameLetters(passage, answer) ? passage : withStop(passage, answer) }
    : undefined;
}

/** Returns an answer with the full stop of the word before it, which it may lack: "No. 5" is not "No five". */
function withStop(passage: string, answer: string): string {
  return passage.startsWith('.') && /^\s?[\p{L}\p{N}]/u.test(answer) ? `.${answer}` : answer;
}

/** Returns the words around a hunk in its paragraph. */
function contextOf(
  { from, to }: Hunk,
  { text, words }: ParsedText,
): { readonly before: string; readonly after: string } {
  const [left, right] = [words[from - 1], words[to]];
  const first = words[Math.max(0, from - contextWords)];
  const last = words[Math.min(words.length - 1, to + contextWords - 1)];
  const before = left && first && !isBreak(left) ? text.slice(first.start, left.end) : '';
  const after = right && last && !isBreak(right) ? text.slice(right.start, last.end) : '';
  return { before: before.replace(/^.*\n/su, ''), after: after.replace(/\n.*$/su, '') };
}

/** Returns a part of the answer on one line, or undefined when it holds what is not spoken. */
function spokenPart(text: string): string | undefined {
  const line = text.replaceAll(/\*\*|__|[*_`]/gu, '').replaceAll(/\s+/gu, ' ');
  return /[<>{}[\]|\\~^#\p{Cc}\p{Cf}\p{Co}]|(?![©®™])\p{Extended_Pictographic}/u.test(
    line.replaceAll(/[#^](?=\p{N})/gu, ''),
  )
    ? undefined
    : line;
}

/** Leaves out a citation, a footnote mark or a reference to a figure that the answer does not have. */
function referenceEdit(hunk: Hunk, { source: { text, words } }: Alignment): Edit | undefined {
  const [before, after] = [words[hunk.from - 1], words[hunk.to]];
  const [first, last] = [before?.end ?? 0, after?.start ?? text.length];
  const rest = withoutReference(text.slice(first, last));
  // A paragraph stays, even when it is nothing but a reference.
  const isWhole = (!before || isBreak(before)) && (!after || isBreak(after));
  return rest === undefined || isWhole ? undefined : { ...hunk, first, last, text: rest };
}
