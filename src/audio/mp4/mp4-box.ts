/** Consecutive pieces of a file. */
export type Parts = readonly Uint8Array[];

/** Returns a box of an MP4 file (ISO 14496-12): size, four-letter type, content. */
export function box(type: string, ...content: Parts): Buffer {
  return Buffer.concat(boxParts(type, ...content));
}

/** Returns a box without copying its content: the tables of a long book are large and lie inside many boxes. */
export function boxParts(type: string, ...content: readonly (Uint8Array | Parts)[]): Parts {
  const parts = content.flatMap((part) => (part instanceof Uint8Array ? [part] : part));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + byteLength(parts), 0);
  head.write(type, 4, 'latin1');
  return [head, ...parts];
}

/** Returns the bytes of all pieces together. */
export function byteLength(parts: Parts): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** Returns a box that begins with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Buffer {
  return box(type, u32((version << 24) | flags), ...content);
}

/** Returns 8-bit numbers. */
export function u8(...values: readonly number[]): Buffer {
  return Buffer.from(values);
}

/** Returns 16-bit numbers, big-endian. */
export function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xff_ff, index * 2);
  return bytes;
}

/** Returns 32-bit numbers, big-endian. */
export function u32(...values: readonly number[]): Buffer {
  return u32Table(values.length, (index) => values[index] ?? 0);
}

/** Returns many 32-bit numbers, computed one by one: the tables of a long book have a million rows. */
export function u32Table(length: number, valueAt: (index: number) => number): Buffer {
  const bytes = Buffer.alloc(length * 4);
  for (let index = 0; index < length; index += 1) bytes.writeUInt32BE(valueAt(index) >>> 0, index * 4);
  return bytes;
}

/** Returns 64-bit numbers, big-endian, of up to 53 bits. */
export function u64(...values: readonly number[]): Buffer {
  return u64Table(values.length, (index) => values[index] ?? 0);
}

/** Returns many 64-bit numbers of up to 53 bits, computed one by one. */
export function u64Table(length: number, valueAt: (index: number) => number): Buffer {
  const bytes = Buffer.alloc(length * 8);
  for (let index = 0; index < length; index += 1) bytes.writeBigUInt64BE(BigInt(valueAt(index)), index * 8);
  return bytes;
}

/** Returns text as UTF-8. */
export function text(value: string): Buffer {
  return Buffer.from(value, 'utf8');
}
