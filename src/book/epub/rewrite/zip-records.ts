/** The fields that a zip file records twice for each entry: before its bytes and in the directory at the end. */
export interface EntryFacts {
  /** As bytes, because old archives do not say in which encoding they are. */
  readonly name: Buffer;
  /** System that made it, which says what `attributes` mean: 0 is DOS, 3 Unix. */
  readonly system: number;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly attributes: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
}

/** An entry and the offset of its header. */
export interface WrittenEntry extends EntryFacts {
  readonly offset: number;
}

/** System that makes files with the attributes of Unix. */
export const unix = 3;
/** Sizes and offsets from here on need the fields of Zip64. */
export const max32 = 0xffff_ffff;
const max16 = 0xffff;

/** Returns what stands before the bytes of an entry. */
export function localHeader(facts: EntryFacts): Buffer {
  const record = Buffer.allocUnsafe(30 + facts.name.length);
  put32(record, 0, 0x0403_4b50);
  put16(record, 4, 20);
  putFacts(record, 6, facts);
  record.set(facts.name, 30);
  return record;
}

/** Writes the fields that both records of an entry have: 24 bytes, of which the last two are for further fields. */
function putFacts(record: Buffer, at: number, facts: EntryFacts): void {
  put16(record, at, facts.flags);
  put16(record, at + 2, facts.method);
  put16(record, at + 4, facts.time);
  put16(record, at + 6, facts.date);
  put32(record, at + 8, facts.crc);
  put32(record, at + 12, facts.packedSize);
  put32(record, at + 16, facts.size);
  put16(record, at + 20, facts.name.length);
  put16(record, at + 22, 0);
}

/** A book has hundreds of records. The methods of `Buffer` check each number, which takes most of the time of writing it. */
function put16(record: Buffer, at: number, value: number): void {
  record[at] = value;
  record[at + 1] = value >>> 8;
}

function put32(record: Buffer, at: number, value: number): void {
  put16(record, at, value);
  put16(record, at + 2, value >>> 16);
}

/** Returns what the directory says of an entry. */
export function directoryEntry(entry: WrittenEntry): Buffer {
  const { name, system, attributes, offset } = entry;
  const isFar = offset >= max32;
  const needed = isFar ? 45 : 20;
  const record = Buffer.alloc(46 + name.length + (isFar ? 12 : 0));
  put32(record, 0, 0x0201_4b50);
  put16(record, 4, (system << 8) | needed);
  put16(record, 6, needed);
  putFacts(record, 8, entry);
  put32(record, 38, attributes);
  put32(record, 42, Math.min(offset, max32));
  record.set(name, 46);
  if (isFar) {
    const far = 46 + name.length;
    put16(record, 30, 12);
    put16(record, far, 1);
    put16(record, far + 2, 8);
    record.writeBigUInt64LE(BigInt(offset), far + 4);
  }
  return record;
}

/** Entries, and the offset and size in bytes of what the directory says of them. */
interface Directory {
  readonly count: number;
  readonly start: number;
  readonly size: number;
}

/** Returns the end of the directory. */
export function directoryEnd({ count, start, size }: Directory): Buffer {
  const isFar = count >= max16 || start >= max32 || size >= max32;
  const short = Math.min(count, max16);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(short, 8);
  end.writeUInt16LE(short, 10);
  end.writeUInt32LE(Math.min(size, max32), 12);
  end.writeUInt32LE(Math.min(start, max32), 16);
  return isFar ? Buffer.concat([farEnd({ count, start, size }), end]) : end;
}

/** The end of the directory and its locator in the form of Zip64. */
function farEnd({ count, start, size }: Directory): Buffer {
  const record = Buffer.alloc(76);
  record.writeUInt32LE(0x0606_4b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE((unix << 8) | 45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  record.writeUInt32LE(0x0706_4b50, 56);
  record.writeBigUInt64LE(BigInt(start + size), 64);
  record.writeUInt32LE(1, 72);
  return record;
}
