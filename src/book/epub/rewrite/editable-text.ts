import type { TagEncoding } from '../../../core/placed-text.ts';
import { decodeAs, decodeWithEncoding } from '../package/decode-text.ts';

/** A change of a text: what stands between two indexes is replaced. */
export interface TextEdit {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly text: string;
}

/** A document whose bytes outside of the edits stay as they are, in whatever encoding it is. */
export interface EditableText {
  /** One character per byte; in UTF-16, per unit. Of other characters than ASCII, only comparisons make sense. */
  readonly text: string;
  /** Bytes of one character of `text`. */
  readonly unit: 1 | 2;
  /** Returns the document with edits, which must not overlap. Their texts must be ASCII. */
  readonly apply: (edits: readonly TextEdit[]) => Buffer;
  /** Returns a piece of `text` as it reads. */
  readonly decode: (piece: string) => string;
}

/** Opens the bytes of an XML document for edits. Without `encoding`, the first bytes decide how tags are written. */
export function editableText(bytes: Uint8Array, encoding?: TagEncoding): EditableText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tags = encoding ?? tagEncoding(buffer);
  if (tags === 'ascii') {
    const text = buffer.toString('latin1');
    let name: string | undefined;
    const decodeOther = (piece: string): string => {
      name ??= decodeWithEncoding(buffer).encoding;
      return decodeAs(latin1(piece), name) ?? piece;
    };
    return {
      text,
      unit: 1,
      apply: (edits) => latin1(edited(text, edits)),
      decode: (piece) => (isAscii(piece) ? piece : decodeOther(piece)),
    };
  }
  const swapped = (of: Buffer): Buffer => (tags === 'utf-16be' ? Buffer.from(of).swap16() : of);
  const whole = buffer.length & ~1;
  const text = swapped(buffer.subarray(0, whole)).toString('utf16le');
  return {
    text,
    unit: 2,
    apply: (edits) => Buffer.concat([swapped(Buffer.from(edited(text, edits), 'utf16le')), buffer.subarray(whole)]),
    decode: (piece) => piece,
  };
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uFFFF]/u.test(text);
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** UTF-16 shows in the first `<`, behind a byte order mark or not. */
function tagEncoding(bytes: Buffer): TagEncoding {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return 'ascii';
}

function edited(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of edits.toSorted(byPlace)) {
    if (start < at) throw new RangeError('Edits of a document overlap.');
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

function byPlace(one: TextEdit, other: TextEdit): number {
  return one.start - other.start || one.end - other.end;
}

/** Returns the edit that inserts a text. */
export function inserted(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}

/** Escapes text for XML, in elements and attributes, as ASCII. Control characters, which XML cannot hold, are left out. */
export function asciiXml(text: string): string {
  if (/^[\w ./:#-]*$/u.test(text)) return text;
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]|[^ -~]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
