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
  const pieces: Uint8Array[] = [];
  const written: SplicedSpan[] = [];
  let at = 0;
  for (const { block, sentence, part, characters, start, end, element } of spans) {
    const id = `${idPrefix}${written.length + 1}`;
    pieces.push(bytes.subarray(at, start), encodeTag(`<${element} id="${id}">`, encoding));
    pieces.push(bytes.subarray(start, end), encodeTag(`</${element}>`, encoding));
    written.push({ id, block, sentence, part, characters });
    at = end;
  }
  pieces.push(bytes.subarray(at));
  return { bytes: Buffer.concat(pieces), spans: written };
}

function encodeTag(tag: string, encoding: TagEncoding): Buffer {
  if (encoding === 'ascii') return Buffer.from(tag, 'latin1');
  const wide = Buffer.from(tag, 'utf16le');
  return encoding === 'utf-16le' ? wide : wide.swap16();
}
