import type { PlacedDocument } from '../../../core/placed-text.ts';
import { inOrder } from './editable-text.ts';
import type { EditableText, TextEdit } from './editable-text.ts';

/**
 * Puts an element with an id around each span of a document, and makes other edits. All else of the document stays, in
 * order: without the added tags it is the same. Throws a `RangeError` when an edit replaces the edge of a span.
 */
export function spliceSpans(document: EditableText, spoken: PlacedDocument, edits: readonly TextEdit[] = []): Buffer {
  const { unit, encode } = document;
  const added = inOrder(edits).map(({ start, end, text }) => ({ start, end, bytes: encode(text) }));
  const splicing = new Splicing(document, spoken, added);
  for (const { start, end, bytes } of added) {
    splicing.addTags(start * unit);
    splicing.replace(start * unit, end * unit, bytes);
  }
  return splicing.end();
}

/** The tags of an element around spans. */
interface Tags {
  readonly open: Buffer;
  readonly close: Buffer;
}

/**
 * Writes a document with what is added to it. A book has tens of thousands of spans, so this works on bytes: a string or a
 * view for each part of the document takes several times as long.
 */
class Splicing {
  readonly #spoken: PlacedDocument;
  readonly #tags: ReadonlyMap<string, Tags>;
  /** Digits, and what stands after the number of an id. */
  readonly #digits: Buffer;
  readonly #unit: number;
  /** Has the document at its end, from where it moves to the front: that takes no view of its parts. */
  readonly #target: Buffer;
  readonly #shift: number;
  #length = 0;
  /** Index in the document of what comes next. */
  #at = 0;
  /** Number of first and last tags written. */
  #tagCount = 0;

  constructor(
    { bytes, encode, unit }: EditableText,
    spoken: PlacedDocument,
    edits: readonly { readonly bytes: Buffer }[],
  ) {
    const {
      idPrefix,
      spans: { elements },
    } = spoken;
    this.#spoken = spoken;
    this.#digits = encode('0123456789">');
    this.#unit = unit;
    this.#tags = new Map(
      [...new Set(elements)].map((element) => [
        element,
        { open: encode(`<${element} id="${idPrefix}`), close: encode(`</${element}>`) },
      ]),
    );
    const longest = Math.max(0, ...[...this.#tags.values()].map(({ open, close }) => open.length + close.length));
    const perSpan = longest + unit * (String(elements.length).length + 2);
    const others = edits.reduce((sum, { bytes: { length } }) => sum + length, 0);
    this.#shift = others + perSpan * elements.length;
    this.#target = Buffer.allocUnsafe(this.#shift + bytes.length);
    this.#target.set(bytes, this.#shift);
  }

  /** Writes the document up to the last tag before an index, with the tags. */
  addTags(before: number): void {
    const { starts, ends, elements } = this.#spoken.spans;
    for (; this.#tagCount < 2 * elements.length; this.#tagCount += 1) {
      const span = this.#tagCount >> 1;
      const isFirst = this.#tagCount === 2 * span;
      const index = (isFirst ? starts : ends)[span] ?? 0;
      if (index >= before) return;
      this.#moveTo(index);
      const tags = this.#tags.get(elements[span] ?? '');
      if (tags === undefined) continue;
      if (isFirst) {
        this.#add(tags.open, 0, tags.open.length);
        this.#addNumber(span + 1);
        this.#add(this.#digits, 10 * this.#unit, 12 * this.#unit);
      } else this.#add(tags.close, 0, tags.close.length);
    }
  }

  replace(start: number, end: number, bytes: Buffer): void {
    this.#moveTo(start);
    this.#add(bytes, 0, bytes.length);
    this.#at = end;
  }

  end(): Buffer {
    this.addTags(Infinity);
    this.#moveTo(this.#target.length - this.#shift);
    return this.#target.subarray(0, this.#length);
  }

  #moveTo(index: number): void {
    if (index < this.#at) throw new RangeError('Edits of a document overlap.');
    this.#target.copyWithin(this.#length, this.#shift + this.#at, this.#shift + index);
    this.#length += index - this.#at;
    this.#at = index;
  }

  #addNumber(value: number): void {
    if (value > 9) this.#addNumber(Math.floor(value / 10));
    const digit = (value % 10) * this.#unit;
    this.#add(this.#digits, digit, digit + this.#unit);
  }

  #add(bytes: Buffer, start: number, end: number): void {
    const target = this.#target;
    let to = this.#length;
    for (let from = start; from < end; from += 1, to += 1) target[to] = bytes[from] ?? 0;
    this.#length = to;
  }
}
