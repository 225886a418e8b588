import type { Block } from '../core/book.ts';

/** The characters `first` to `last` (exclusive) of a text are replaced. */
export interface TextEdit {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** Returns a block with edits of its text applied, in ascending order. Its ranges move along. It loses its places and its emphasis in the book. */
export function editBlock(given: Block, edits: readonly TextEdit[]): Block {
  if (edits.length === 0) return given;
  const { source: _source, emphasis: _emphasis, ...block } = given;
  const text = applyEdits(block.text, edits);
  const ranges = block.ranges
    ?.map((range) => ({ ...range, from: moved(range.from, edits, 'first'), to: moved(range.to, edits, 'last') }))
    .filter(({ from, to }) => from < to);
  return ranges === undefined ? { ...block, text } : { ...block, text, ranges };
}

/** Returns where an index is after the edits. Inside of an edit, it moves to its edge. */
function moved(index: number, edits: readonly TextEdit[], edge: 'first' | 'last'): number {
  let shift = 0;
  for (const { first, last, text } of edits) {
    if (last <= index) shift += text.length - (last - first);
    else if (first < index) return first + shift + (edge === 'first' ? 0 : text.length);
  }
  return index + shift;
}

/** Returns a text with edits in ascending order applied. */
function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { first, last, text } of edits) {
    parts.push(source.slice(done, first), text);
    done = last;
  }
  return parts.join('') + source.slice(done);
}
