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
  // One character for each byte. Many short copies between buffers take several times as long.
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const pieces: string[] = [];
  const named: SplicedSpan[] = [];
  let at = 0;
  for (const { block, sentence, part, characters, start, end, element } of spans) {
    const id = `${idPrefix}${named.length + 1}`;
    named.push({ id, block, sentence, part, characters });
    const [open, close] = [tagBytes(openTag(element, id), encoding), tagBytes(closeTag(element), encoding)];
    pieces.push(source.slice(at, start), open, source.slice(start, end), close);
    at = end;
  }
  pieces.push(source.slice(at));
  return { bytes: Buffer.from(pieces.join(''), 'latin1'), spans: named };
}

/** Returns the bytes of a tag, one character for each. */
function tagBytes(tag: string, encoding: TagEncoding): string {
  if (encoding === 'ascii') return tag;
  const bytes = Buffer.from(tag, 'utf16le');
  return (encoding === 'utf-16be' ? bytes.swap16() : bytes).toString('latin1');
}

function openTag(element: string, id: string): string {
  return `<${element} id="${id}">`;
}

function closeTag(element: string): string {
  return `</${element}>`;
}
