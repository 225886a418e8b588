import { groupBy } from '../../core/collections/group-by.ts';
import type { Block, BlockRange } from '../../core/book.ts';
import { editBlock } from '../../text/edit-block.ts';
import type { TextEdit } from '../../text/edit-block.ts';
import type { Operation } from './operation.ts';

/**
 * Returns the blocks of a chapter as they are spoken: with a range for who says a span, how, and for the beat after it, and with the
 * words that are told, said otherwise or skipped. Operations outside of the text, and those that overlap an earlier one of their
 * kind, are ignored. Blocks without an operation stay the same objects.
 */
export function applyOperations(blocks: readonly Block[], operations: readonly Operation[]): readonly Block[] {
  const used = usableOperations(blocks, operations);
  if (used.length === 0) return blocks;
  const byBlock = groupBy(used, ({ block }) => block);
  const told = new Set(used.flatMap(toldBlocks));
  return blocks.flatMap((block, index) => {
    const own = byBlock.get(index);
    if (own) return [directedBlock(block, own)];
    return told.has(index) ? [] : [block];
  });
}

/** Returns the operations that are applied to blocks: within the text, and not over one of their kind that stands earlier in the list. */
export function usableOperations(blocks: readonly Block[], operations: readonly Operation[]): readonly Operation[] {
  const used: Operation[] = [];
  const taken = new Map<string, Operation[]>();
  const told = new Set<number>();
  for (const operation of operations) {
    const key = `${operation.block} ${layerOf(operation)}`;
    const others = taken.get(key) ?? [];
    const isFree = !told.has(operation.block) && others.every((other) => areApart(operation, other));
    if (!isFree || !isInText(blocks, operation)) continue;
    const removed = toldBlocks(operation);
    if (removed.some((index) => told.has(index) || used.some(({ block }) => block === index))) continue;
    for (const index of removed) told.add(index);
    used.push(operation);
    taken.set(key, [...others, operation]);
  }
  return used;
}

/** What changes the text is one layer. */
function layerOf({ kind }: Operation): string {
  return isEdit(kind) ? 'text' : kind;
}

function isEdit(kind: Operation['kind']): boolean {
  return kind === 'say' || kind === 'tell' || kind === 'skip';
}

function areApart(one: Operation, other: Operation): boolean {
  return one.to <= other.from || other.to <= one.from;
}

function isInText(blocks: readonly Block[], operation: Operation): boolean {
  const { block, from, to } = operation;
  const { length } = blocks[block]?.text ?? '';
  if (!isSpan(operation, length)) return false;
  if (operation.kind !== 'tell' || operation.blocks === 1) return true;
  const isInside = operation.blocks > 1 && block + operation.blocks <= blocks.length;
  return isInside && from === 0 && to === length;
}

function isSpan({ from, to }: Operation, length: number): boolean {
  return Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= length;
}

/** Returns the indexes of the blocks after the first that an operation tells in other words. */
function toldBlocks(operation: Operation): number[] {
  if (operation.kind !== 'tell') return [];
  return Array.from({ length: operation.blocks - 1 }, (_, index) => operation.block + 1 + index);
}

function directedBlock(block: Block, operations: readonly Operation[]): Block {
  const ranges = operations.flatMap(rangeOf);
  const edits = operations.flatMap((operation) => editOf(operation, block)).toSorted((a, b) => a.first - b.first);
  const directed = ranges.length === 0 ? block : { ...block, ranges: [...(block.ranges ?? []), ...ranges] };
  const edited = editBlock(directed, edits);
  const isTold = operations.some(({ kind, from, to }) => kind === 'tell' && from === 0 && to === block.text.length);
  return isTold ? { ...edited, kind: 'paragraph' } : edited;
}

function rangeOf(operation: Operation): BlockRange[] {
  const { from, to } = operation;
  if (operation.kind === 'who') return operation.name === undefined ? [] : [{ from, to, role: operation.name }];
  if (operation.kind === 'how') return [{ from, to, delivery: operation.delivery }];
  return operation.kind === 'pause' ? [{ from, to, beatMs: Math.round(operation.seconds * 1000) }] : [];
}

function editOf(operation: Operation, { text }: Block): TextEdit[] {
  const { from: first, to: last } = operation;
  if (operation.kind === 'say' || operation.kind === 'tell') return [{ first, last, text: operation.words }];
  return operation.kind === 'skip' ? [withSpace({ first, last, text: '' }, text)] : [];
}

/** Nothing stands between two spaces, or between a space and a full stop, where a reference stood. */
function withSpace({ first, last, text: words }: TextEdit, text: string): TextEdit {
  const isBeforeWord = /^[\p{L}\p{N}]/u.test(text.slice(last));
  if (text[first - 1] === ' ' && !isBeforeWord) return { first: first - 1, last, text: words };
  return { first, last: first === 0 && text[last] === ' ' ? last + 1 : last, text: words };
}
