/** Pieces of a file, one after the other. */
export type Parts = readonly Uint8Array[];

/** A box of an MP4 file (ISO 14496-12): its size, its four-letter type, its content. */
export function box(type: string, ...content: Parts): Buffer {
  return Buffer.concat(boxParts(type, ...content));
}

/** The same without a copy of what is in it: the tables of a long book are large, and many boxes are around them. */
export function boxParts(type: string, ...content: readonly (Uint8Array | Parts)[]): Parts {
  const parts = content.flatMap((part) => (part instanceof Uint8Array ? [part] : part));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + byteLength(parts), 0);
  head.write(type, 4, 'latin1');
  return [head, ...parts];
}

export function byteLength(parts: Parts): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** A box that begins with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Buffer {
  return box(type, u32((version << 24) | flags), ...content);
}

export function u8(...values: readonly number[]): Buffer {
  return Buffer.from(values);
}

export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xff_ff, index * 2);
  return bytes;
}

export function u32(...values: readonly number[]): Buffer {
  return u32Table(values.length, (index) => values[index] ?? 0);
}

/** Many numbers, computed one by one: tables of a long book have a million rows. */
export function u32Table(length: number, valueAt: (index: number) => number): Buffer {
  const bytes = Buffer.alloc(length * 4);
  for (let index = 0; index < length; index += 1) bytes.writeUInt32BE(valueAt(index) >>> 0, index * 4);
  return bytes;
}

export function u64(...values: readonly number[]): Buffer {
  return u64Table(values.length, (index) => values[index] ?? 0);
}

/** Many numbers of up to 53 bits, computed one by one. */
export function u64Table(length: number, valueAt: (index: number) => number): Buffer {
  const bytes = Buffer.alloc(length * 8);
  for (let index = 0; index < length; index += 1) bytes.writeBigUInt64BE(BigInt(valueAt(index)), index * 8);
  return bytes;
}

export function text(value: string): Buffer {
  return Buffer.from(value, 'utf8');
}
