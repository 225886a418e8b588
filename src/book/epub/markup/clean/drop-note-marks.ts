import type { FlowBlock, FlowDocument } from '../flow-block.ts';
import { plainDigits } from '../normalize-text.ts';
import { rewriteBlocks } from './rewrite-blocks.ts';
import type { BlockPart } from './rewrite-blocks.ts';

/**
 * Removes the numbers of notes that are plain text (`bread,⁹³`, `bread [1]`), which a link does not mark. Numbers count as
 * such only in a sequence through a document: powers, formulas and years do not rise by one.
 */
export function dropNoteMarks(document: FlowDocument): FlowDocument {
  const candidates = document.blocks.filter(({ hasNoteMark }) => hasNoteMark);
  if (candidates.length === 0) return document;
  const marks = [raised, bracketed].flatMap((pattern) => acceptedMarks(candidates, pattern));
  return marks.length === 0 ? document : rewriteBlocks(document, marks, withoutMarks);
}

interface NoteMark extends BlockPart {
  readonly numbers: readonly number[];
}

/** After a word or its punctuation, and not after the short words that units are. */
const raised = /(?<=\p{L}{3}|[.,;:!?…”’"'»)\]])[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}(?![⁰¹²³⁴⁵⁶⁷⁸⁹\p{L}\p{N}])/gu;
const bracketed = /(?<=\S) ?\[(\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*)\](?![\p{L}\p{N}(])/gu;

/** Numbers that rise by one this many times in a row are those of notes. */
const minRow = 3;

function acceptedMarks(blocks: readonly FlowBlock[], pattern: RegExp): NoteMark[] {
  const marks = blocks.flatMap((block) => marksOf(block, pattern));
  const rows: NoteMark[][] = [];
  for (const mark of marks) {
    const last = rows.at(-1)?.at(-1)?.numbers.at(-1) ?? Number.NaN;
    if (mark.numbers[0] === last + 1) rows.at(-1)?.push(mark);
    else rows.push([mark]);
  }
  const accepted = rows.filter((row) => row.length >= minRow).flat();
  const highest = accepted.reduce((most, { numbers }) => Math.max(most, ...numbers), 0);
  // A source is cited more than once, under the number that it has.
  return pattern === bracketed && accepted.length > 0
    ? marks.filter(({ numbers }) => numbers.every((number) => number <= highest + marks.length))
    : accepted;
}

function marksOf(block: FlowBlock, pattern: RegExp): NoteMark[] {
  if (block.kind === 'code' || block.isMarkedAsNote) return [];
  return Array.from(block.text.matchAll(pattern), (match) => ({
    block,
    start: match.index,
    end: match.index + match[0].length,
    numbers: numbersOf(match[1] ?? match[0]),
  }));
}

function numbersOf(text: string): number[] {
  return (plainDigits(text).match(/\d+/gu) ?? []).map(Number);
}

function withoutMarks(text: string, marks: readonly NoteMark[]): string {
  const parts = marks.map(({ start }, index) => text.slice(marks[index - 1]?.end ?? 0, start));
  return [...parts, text.slice(marks.at(-1)?.end)].join('').trim();
}
