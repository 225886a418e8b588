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
  /** Returns the document with edits, which must not overlap. Their texts must be ASCII. */
  apply(edits: readonly TextEdit[]): Buffer;
  /** Returns a piece of `text` as it reads. */
  readonly decode: (piece: string) => string;
}

/** Opens the bytes of an XML document for edits. */
export function editableText(bytes: Uint8Array): EditableText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = byteOrder(buffer);
  if (order === undefined) {
    const text = buffer.toString('latin1');
    return {
      text,
      apply: (edits) => Buffer.from(edited(text, edits), 'latin1'),
      decode: (piece) => Buffer.from(piece, 'latin1').toString('utf8'),
    };
  }
  const swapped = (of: Buffer): Buffer => (order === 'big' ? Buffer.from(of).swap16() : of);
  const text = swapped(buffer.subarray(0, buffer.length & ~1)).toString('utf16le');
  return { text, apply: (edits) => swapped(Buffer.from(edited(text, edits), 'utf16le')), decode: (piece) => piece };
}

/** UTF-16 shows in the first `<`, behind a byte order mark or not. */
function byteOrder(bytes: Buffer): 'big' | 'little' | undefined {
  const [first, second] = bytes;
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'big';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'little';
  return undefined;
}

function edited(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  const inOrder = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const { start, end, text: replacement } of inOrder) {
    if (start < at) throw new RangeError('Edits of a document overlap.');
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** Escapes text for XML, in elements and attributes, as ASCII. Control characters, which XML cannot hold, are left out. */
export function asciiXml(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]|[^ -~]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
