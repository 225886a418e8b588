import type { BookFlow, PlacedDocument } from '../markup/book-flow.ts';
import type { Extent, FlowBlock } from '../markup/flow-block.ts';
import { plainDigits } from '../markup/normalize-text.ts';

/** The body of a note, and the block that refers to it. */
export interface NumberedNote {
  readonly block: FlowBlock;
  readonly body: Extent;
}

/** Numbers that rise by one this many times in a row are those of notes; shorter rows count beside such a one. */
const minRow = 3;
/** So many blocks can continue a note; more are text. */
const maxContinued = 4;
/** Of the notes in a row, at least so many have a mark: some marks are not found. */
const minMarked = 0.8;

/**
 * Finds the bodies of notes to which no link leads: paragraphs that begin with those numbers, in the same order,
 * at the end of a document or a section further on.
 */
export function findNumberedNotes(
  { blocks, documents }: BookFlow,
  isOpen: (block: FlowBlock) => boolean,
): readonly NumberedNote[] {
  const marks = markRows(blocks);
  if (marks.length === 0) return [];
  const found: NumberedNote[] = [];
  for (const place of documents) {
    const rows = bodyRows(blocks, place);
    const isNotes = rows.some(({ length }) => length >= minRow);
    for (const row of isNotes ? rows : []) found.push(...matched(row, marks));
  }
  return found.filter(({ body }) => blocks.slice(body.start, body.end).every(isOpen));
}

interface Mark {
  readonly position: number;
  readonly block: FlowBlock;
}

/** The marks of notes that are counted through, by their numbers. Those that were matched are removed, and a row without any. */
type MarkRow = Map<number, Mark>;

function markRows(blocks: readonly FlowBlock[]): MarkRow[] {
  const rows: MarkRow[] = [];
  let last = Number.NaN;
  for (const [position, block] of blocks.entries()) {
    for (const number of block.noteNumbers) {
      if (!(number > last)) rows.push(new Map());
      rows.at(-1)?.set(number, { position, block });
      last = number;
    }
  }
  return rows;
}

interface Body extends Extent {
  readonly number: number;
}

/** Returns the rows of numbered paragraphs of a document, each of which goes to the end of its section. */
function bodyRows(blocks: readonly FlowBlock[], { start, end }: PlacedDocument): readonly (readonly Body[])[] {
  const rows: Body[][] = [];
  let row: Body[] = [];
  for (const [offset, block] of blocks.slice(start, end).entries()) {
    const position = start + offset;
    if (block.kind === 'heading') {
      rows.push(row);
      row = [];
    } else if (!goesOn(row, block, position)) row = bodyAt(block, position);
  }
  return [...rows, row].filter(({ length }) => length > 0);
}

/** Adds a block to the notes of a row: the next one, or more of the last. Any other begins a new row. */
function goesOn(row: Body[], block: FlowBlock, position: number): boolean {
  const [last, number] = [row.at(-1), numberOf(block)];
  if (last === undefined) return false;
  if (number !== undefined) {
    if (number === last.number + 1) row.push({ number, start: position, end: position + 1 });
    return number === last.number + 1;
  }
  if (position - last.start > maxContinued) return false;
  if (block.kind !== 'scene-break') row[row.length - 1] = { ...last, end: position + 1 };
  return true;
}

function bodyAt(block: FlowBlock, position: number): Body[] {
  const number = numberOf(block);
  return number === undefined ? [] : [{ number, start: position, end: position + 1 }];
}

/** A number and a sign or space; raised, nothing need stand between. */
const leadingNumber = /^[[(]?(\d{1,4}|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})(?:[\])]?[.:]?\s+|(?<=[⁰¹²³⁴⁵⁶⁷⁸⁹]))(?=\S)/u;

function numberOf({ kind, text }: FlowBlock): number | undefined {
  const found = kind === 'scene-break' ? undefined : leadingNumber.exec(text)?.[1];
  return found === undefined ? undefined : Number(plainDigits(found));
}

/** Matches a row of bodies with the first row of marks before it that has its numbers. */
function matched(row: readonly Body[], marks: MarkRow[]): readonly NumberedNote[] {
  for (const [index, open] of marks.entries()) {
    const found = row.flatMap((body) => {
      const mark = open.get(body.number);
      return mark !== undefined && mark.position < (row[0]?.start ?? 0) ? [{ ...mark, body }] : [];
    });
    if (found.length < row.length * minMarked) continue;
    for (const { body } of found) open.delete(body.number);
    if (open.size === 0) marks.splice(index, 1);
    return found;
  }
  return [];
}
