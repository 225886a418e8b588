import type { TagEncoding } from '../../../core/placed-text.ts';
import type { DecodedText } from '../package/decode-text.ts';

/** The encoding of a document: of its tags, and of its characters. */
export interface DocumentEncoding {
  readonly tags: TagEncoding;
  /** Returns the offset of the byte at which a character begins, given its offset in the text. Offsets must not decrease. */
  byteAt(offset: number): number;
}

/** Returns the encoding of a document; undefined when tags cannot be put between any two of its characters. */
export function documentEncoding(bytes: Uint8Array, decoded: DecodedText): DocumentEncoding | undefined {
  if (decoded.encoding === 'utf-8') return { tags: 'ascii', byteAt: utf8Offsets(bytes) };
  const { encoding } = new TextDecoder(decoded.encoding);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const mark = bytes.length - 2 * decoded.text.length;
    return { tags: encoding, byteAt: (offset) => mark + 2 * offset };
  }
  if (encoding === 'utf-8') return { tags: 'ascii', byteAt: utf8Offsets(bytes) };
  if (bytes.length === decoded.text.length) return { tags: 'ascii', byteAt: (offset) => offset };
  // Its characters depend on what was switched on before them.
  if (encoding === 'iso-2022-jp') return undefined;
  return { tags: 'ascii', byteAt: decodedOffsets(bytes, encoding) };
}

/** Counts byte by byte: one pass over a document finds all its offsets. */
function utf8Offsets(bytes: Uint8Array): DocumentEncoding['byteAt'] {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let knownByte = hasMark ? 3 : 0;
  let knownOffset = 0;
  return (offset) => {
    let byte = knownByte;
    let at = knownOffset;
    while (at < offset) {
      const first = bytes[byte] ?? 0;
      // A character of four bytes is a pair of code units, which stays together.
      at += first < 0xf0 ? 1 : 2;
      byte += first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    }
    knownByte = byte;
    knownOffset = at;
    return byte;
  };
}

/** Decodes byte by byte, because the encodings of East Asia have characters of several bytes. */
function decodedOffsets(bytes: Uint8Array, encoding: string): DocumentEncoding['byteAt'] {
  const decoder = new TextDecoder(encoding);
  let characters = 0;
  let byte = 0;
  return (offset) => {
    for (; characters < offset && byte < bytes.length; byte += 1)
      characters += decoder.decode(bytes.subarray(byte, byte + 1), { stream: true }).length;
    return byte;
  };
}
