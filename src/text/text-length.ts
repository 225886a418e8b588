/** Unit of a length: Unicode code points (`chars`) or UTF-8 bytes (`bytes`). */
export type LengthUnit = 'chars' | 'bytes';

/** Returns the length of a text. A lone surrogate counts as the three bytes that it is sent as. */
export function textLength(text: string, unit: LengthUnit): number {
  if (unit === 'bytes') return Buffer.byteLength(text);
  // Testing first is faster: most texts have no pairs.
  if (!/[\uD800-\uDBFF]/.test(text)) return text.length;
  let length = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isSurrogatePair(text, index)) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

/** Returns whether a cut before `index` would divide a code point. */
export function isSurrogatePair(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/** Returns the index after the first `max` units from `start`, never inside a code point. */
export function indexAfter(text: string, start: number, max: number, unit: LengthUnit): number {
  let index = start;
  let length = 0;
  while (index < text.length) {
    const width = isSurrogatePair(text, index + 1) ? 2 : 1;
    length += unit === 'chars' ? 1 : bytesOf(text.charCodeAt(index), width);
    if (length > max) break;
    index += width;
  }
  return index;
}

function bytesOf(code: number, width: number): number {
  if (width === 2) return 4;
  if (code < 0x80) return 1;
  return code < 0x800 ? 2 : 3;
}

/** Returns the number of code points in all given texts. */
export function charactersOf(blocks: readonly { readonly text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + textLength(text, 'chars'), 0);
}

/** Returns the length of a text without its white space, in UTF-16 code units. */
export function inkLength(text: string): number {
  return text.replaceAll(/\s/gu, '').length;
}
