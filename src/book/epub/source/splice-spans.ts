import type { PlacedDocument, PlacedSpan, TagEncoding } from '../../../core/placed-text.ts';

/** A span that was written, with its id. */
export interface SplicedSpan extends Pick<PlacedSpan, 'block' | 'sentence' | 'part' | 'characters'> {
  readonly id: string;
}

/** A document with its spans, which are in the order of the document. */
export interface SplicedDocument {
  readonly bytes: Buffer;
  readonly spans: readonly SplicedSpan[];
}

/**
 * Puts an element with an id around each span of a document. All bytes of the document stay, in order: without the added
 * tags it is the same.
 */
export function spliceSpans(bytes: Uint8Array, { encoding, idPrefix, spans }: PlacedDocument): SplicedDocument {
  const named = spans.map((span, index) => ({ ...span, id: `${idPrefix}${index + 1}` }));
  const width = encoding === 'ascii' ? 1 : 2;
  const added = named.reduce((sum, { id, element }) => sum + openTag(element, id).length + closeTag(element).length, 0);
  const target = Buffer.alloc(bytes.length + width * added);
  let at = 0;
  let written = 0;
  const copyTo = (end: number): void => {
    target.set(bytes.subarray(at, end), written);
    written += end - at;
    at = end;
  };
  for (const { id, start, end, element } of named) {
    copyTo(start);
    written += writeTag(target, openTag(element, id), written, encoding);
    copyTo(end);
    written += writeTag(target, closeTag(element), written, encoding);
  }
  copyTo(bytes.length);
  return {
    bytes: target,
    spans: named.map(({ id, block, sentence, part, characters }) => ({ id, block, sentence, part, characters })),
  };
}

/** Returns the number of bytes written. */
function writeTag(target: Buffer, tag: string, at: number, encoding: TagEncoding): number {
  if (encoding === 'ascii') return target.write(tag, at, 'latin1');
  const length = target.write(tag, at, 'utf16le');
  if (encoding === 'utf-16be') target.subarray(at, at + length).swap16();
  return length;
}

function openTag(element: string, id: string): string {
  return `<${element} id="${id}">`;
}

function closeTag(element: string): string {
  return `</${element}>`;
}
