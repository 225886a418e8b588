import type { CastText } from '../../cast/cast-text.ts';
import type { Block } from '../../core/book.ts';
import { sizeInWords } from '../../text/count-words.ts';
import type { OperationPlace } from './operation.ts';
import { startOf } from './slot.ts';
import type { Field, Slot } from './slot.ts';

/** Returns the places of a chapter that a model is asked about, in order. `asked` has the fields of each quotation. */
export function findSlots(text: CastText, asked: readonly (readonly Field[])[]): readonly Slot[] {
  const { blocks, quotations } = text;
  const lines = quotations.map(({ spans }, index): Slot => ({ places: spans, fields: asked[index] ?? [] }));
  const spoken = new Set(quotations.flatMap(({ spans }) => spans.map(({ block }) => block)));
  const others = blocks.flatMap((block, index) => [
    ...(spoken.has(index) ? [] : momentIn(block, index)),
    ...tableAt(blocks, index),
    ...referencesIn(block, index),
  ]);
  return [...lines, ...others].filter(({ fields }) => fields.length > 0).toSorted(inOrder);
}

function inOrder(one: Slot, other: Slot): number {
  const [first, second] = [startOf(one), startOf(other)];
  return first.block - second.block || first.from - second.from;
}

/** A paragraph of so few words stands alone for its effect. Of others a beat after them is hardly ever worth a question. */
const maxMomentWords = 8;

/** A moment that breaks off or cries out may be said in a manner. Nearly all other words of a narrator are neutral. */
function momentIn({ kind, text }: Block, block: number): readonly Slot[] {
  if (kind !== 'paragraph' || text === '') return [];
  const breaksOff = /(?:…|\.{3}|[—–])[”’"»]?$/u.test(text);
  if (!breaksOff && sizeInWords(text) > maxMomentWords) return [];
  const isMarked = breaksOff || text.endsWith('!');
  return [{ places: [{ block, from: 0, to: text.length }], fields: isMarked ? ['how', 'pause'] : ['pause'] }];
}

/** A table begins with its first row. A single row is read as it is. */
function tableAt(blocks: readonly Block[], index: number): readonly Slot[] {
  const block = blocks[index];
  if (!block || !isTold(block) || blocks[index - 1]?.kind === 'table-row') return [];
  const rest = blocks.slice(index);
  const end = block.kind === 'code' ? 1 : rest.findIndex(({ kind }) => kind !== 'table-row');
  const rows = end < 0 ? rest.length : end;
  if (block.kind === 'table-row' && rows === 1) return [];
  return [{ places: [{ block: index, from: 0, to: block.text.length }], fields: ['tell'], blocks: rows }];
}

function isTold({ kind, text }: Block): boolean {
  return (kind === 'table-row' || kind === 'code') && text !== '';
}

const numbers = String.raw`\d{1,4}(?:\s?[,;–-]\s?\d{1,4}){0,9}`;
const source = String.raw`(?:\p{Lu}[\p{L}’'-]*|\p{L}{1,3}|al\.|[&.])(?:\s(?:\p{Lu}[\p{L}’'-]*|\p{L}{1,3}|al\.|[&.])){0,5},\s\d{4}[a-z]?(?:,[^();]{1,20})?`;
const figure = String.raw`(?:\p{L}{2,5}\.?\s)?\p{Lu}\p{L}{1,9}\.?\s\d{1,3}(?:[.-]\d{1,3}){0,3}[a-z]?`;
/** `[4]`, `[4, 7–9]`, `(Smith, 2004; Lee et al., 2010)`, `(see Fig. 3)`: brackets with a number, a source or a figure, and nothing else. */
const reference = new RegExp(
  String.raw`(?<=\S\s?)(?:\[${numbers}\]|\((?:${source}(?:;\s${source}){0,5}|${figure})\))`,
  'gu',
);

function referencesIn({ kind, text }: Block, block: number): readonly Slot[] {
  if (kind !== 'paragraph' && kind !== 'list-item' && kind !== 'footnote') return [];
  return placesOf(text, reference, block).map((place): Slot => ({ places: [place], fields: ['skip'] }));
}

function placesOf(text: string, pattern: RegExp, block: number): readonly OperationPlace[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => {
    const from = index + found.length - found.trimStart().length;
    return { block, from, to: index + found.length };
  });
}
