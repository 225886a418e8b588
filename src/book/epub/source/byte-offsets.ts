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
  let shift = hasMark ? 3 : 0;
  const wide = /[\u0080-\u{10FFFF}]/gu;
  const wideFrom = (from: number): number => {
    wide.lastIndex = from;
    return wide.exec(text)?.index ?? text.length;
  };
  // A search for the few characters of several bytes takes half of the time of a look at each character.
  let at = wideFrom(0);
  return (offset) => {
    while (at < offset) {
      const code = text.charCodeAt(at);
      if (code < 0x80) at = wideFrom(at);
      else {
        shift += addedLength(code);
        at += 1;
      }
    }
    return offset + shift;
  };
}

/** Returns how many bytes more than one a code unit takes. Each half of a surrogate pair counts as two of its four bytes. */
function addedLength(code: number): number {
  return code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
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
