import type { TagEncoding } from '../../../core/placed-text.ts';
import type { DecodedText } from '../package/decode-text.ts';

/** How a document is written: what its tags are encoded as, and where its characters are. */
export interface DocumentEncoding {
  readonly tags: TagEncoding;
  /** Returns the offset of the byte at which a character begins, given its offset in the text. Offsets must not decrease. */
  byteAt(offset: number): number;
}

/** Returns the encoding of a document; undefined when tags cannot be put between any two of its characters. */
export function documentEncoding(bytes: Uint8Array, decoded: DecodedText): DocumentEncoding | undefined {
  if (decoded.encoding === 'utf-8') return { tags: 'ascii', byteAt: utf8Offsets(bytes, decoded.text) };
  const { encoding } = new TextDecoder(decoded.encoding);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const mark = bytes.length - 2 * decoded.text.length;
    return { tags: encoding, byteAt: (offset) => mark + 2 * offset };
  }
  if (encoding === 'utf-8') return { tags: 'ascii', byteAt: utf8Offsets(bytes, decoded.text) };
  if (bytes.length === decoded.text.length) return { tags: 'ascii', byteAt: (offset) => offset };
  // Its characters depend on what was switched on before them.
  if (encoding === 'iso-2022-jp') return undefined;
  return { tags: 'ascii', byteAt: decodedOffsets(bytes, encoding) };
}

function utf8Offsets(bytes: Uint8Array, text: string): DocumentEncoding['byteAt'] {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let at = 0;
  let byte = hasMark ? 3 : 0;
  return (offset) => {
    for (; at < offset; at += 1) byte += utf8Length(text.charCodeAt(at));
    return byte;
  };
}

/** Returns how many bytes a code unit takes. Each half of a surrogate pair counts as two of its four bytes. */
function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3;
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
