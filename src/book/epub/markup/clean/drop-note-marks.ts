import { addTo } from '../../../../core/collections/add-to.ts';
import type { FlowBlock, FlowDocument } from '../flow-block.ts';
import { plainDigits } from '../normalize-text.ts';
import { rewriteBlocks } from './rewrite-blocks.ts';
import type { BlockPart } from './rewrite-blocks.ts';

/**
 * Removes the numbers of notes that are plain text (`bread,⁹³`, `bread [1]`), which a link does not mark, and keeps them as those
 * that the block refers to. Numbers count as such only in a sequence through a document: powers, formulas and years do not rise
 * by one. Where one document has such a sequence, those of others may be as short as their chapters.
 */
export function dropNoteMarks(documents: readonly FlowDocument[]): readonly FlowDocument[] {
  const candidates = documents.map(({ blocks }) => blocks.filter(({ hasNoteMark }) => hasNoteMark));
  if (candidates.every(({ length }) => length === 0)) return documents;
  const marks = [raised, bracketed].flatMap((pattern) => acceptedMarks(candidates, pattern));
  if (marks.length === 0) return documents;
  const numbers = new Map<FlowBlock, number[]>();
  for (const { block, numbers: own } of marks) for (const number of own) addTo(numbers, block, number);
  return documents.map((document) => withNumbers(document, marks, numbers));
}

function withNumbers(
  document: FlowDocument,
  marks: readonly NoteMark[],
  numbers: ReadonlyMap<FlowBlock, readonly number[]>,
): FlowDocument {
  if (!document.blocks.some((block) => numbers.has(block))) return document;
  const { blocks } = rewriteBlocks(document, marks, withoutMarks);
  const numbered = document.blocks.map((block, index) => {
    const [own, rewritten] = [numbers.get(block), blocks[index] ?? block];
    return own === undefined
      ? rewritten
      : { ...rewritten, noteNumbers: [...rewritten.noteNumbers, ...own].toSorted((one, other) => one - other) };
  });
  return { ...document, blocks: numbered };
}

interface NoteMark extends BlockPart {
  readonly numbers: readonly number[];
}

/** After a word or its punctuation, and not after the short words that units are. */
const raised = /(?<=\p{L}{3}|[.,;:!?…”’"'»)\]])[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}(?![⁰¹²³⁴⁵⁶⁷⁸⁹\p{L}\p{N}])/gu;
const bracketed = /(?<=\S) ?\[(\d{1,4}(?:\s?[,;–-]\s?\d{1,4})*)\](?![\p{L}\p{N}(])/gu;

/** Numbers that rise by one this many times in a row are those of notes. */
const minRow = 3;

function acceptedMarks(documents: readonly (readonly FlowBlock[])[], pattern: RegExp): NoteMark[] {
  const rows = documents.map((blocks) => rowsOf(blocks.flatMap((block) => marksOf(block, pattern))));
  const long = rows.map((all) => all.filter((row) => row.length >= minRow));
  if (long.every(({ length }) => length === 0)) return [];
  // Sources in brackets are cited more than once, under the number that they have.
  if (pattern === bracketed) return rows.flatMap((all, index) => citedMarks(all, long[index] ?? []));
  let last = 0;
  return rows.flatMap((all) => {
    const accepted = all.filter((row) => row.length >= minRow || startsRow(row, last));
    last = accepted.at(-1)?.at(-1)?.numbers.at(-1) ?? last;
    return accepted.flat();
  });
}

function rowsOf(marks: readonly NoteMark[]): readonly (readonly NoteMark[])[] {
  const rows: NoteMark[][] = [];
  for (const mark of marks) {
    const last = rows.at(-1)?.at(-1)?.numbers.at(-1) ?? Number.NaN;
    if (mark.numbers[0] === last + 1) rows.at(-1)?.push(mark);
    else rows.push([mark]);
  }
  return rows;
}

/** Numbers begin with one in each chapter, or go on from the chapter before. */
function startsRow([first]: readonly NoteMark[], last: number): boolean {
  return first?.numbers[0] === 1 || first?.numbers[0] === last + 1;
}

function citedMarks(
  rows: readonly (readonly NoteMark[])[],
  accepted: readonly (readonly NoteMark[])[],
): readonly NoteMark[] {
  if (accepted.length === 0) return [];
  const marks = rows.flat();
  const highest = accepted.flat().reduce((most, { numbers }) => Math.max(most, ...numbers), 0);
  return marks.filter(({ numbers }) => numbers.every((number) => number <= highest + marks.length));
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
