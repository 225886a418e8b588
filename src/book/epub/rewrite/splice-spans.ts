import type { PlacedDocument } from '../../../core/placed-text.ts';
import { inOrder } from './editable-text.ts';
import type { EditableText, TextEdit } from './editable-text.ts';

/**
 * Puts an element with an id around each span of a document, and makes other edits. All else of the document stays, in
 * order: without the added tags it is the same. Throws a `RangeError` when an edit replaces the edge of a span.
 */
export function spliceSpans(
  { text, unit, encode }: EditableText,
  { idPrefix, spans }: PlacedDocument,
  edits: readonly TextEdit[] = [],
): Buffer {
  // Spans are many and in order, so they are not made edits first.
  const others = inOrder(edits);
  const parts: string[] = [];
  let [at, used] = [0, 0];
  const insert = (index: number, tag: string): void => {
    for (let edit = others[used]; edit !== undefined && edit.start <= index; edit = others[used]) {
      parts.push(text.slice(at, edit.start), edit.text);
      at = edit.end;
      used += 1;
    }
    if (index < at) throw new RangeError('Edits of a document overlap.');
    parts.push(text.slice(at, index), tag);
    at = index;
  };
  const { starts, ends, elements } = spans;
  for (const [index, element] of elements.entries()) {
    insert((starts[index] ?? 0) / unit, `<${element} id="${idPrefix}${index + 1}">`);
    insert((ends[index] ?? 0) / unit, `</${element}>`);
  }
  insert(text.length, '');
  return encode(parts.join(''));
}
