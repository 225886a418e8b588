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
  record.writeUInt32LE(0x0403_4b50, 0);
  record.writeUInt16LE(20, 4);
  putFacts(record, 6, facts);
  record.set(facts.name, 30);
  return record;
}

/** Writes the fields that both records of an entry have: 24 bytes, of which the last two are for further fields. */
function putFacts(record: Buffer, at: number, facts: EntryFacts): void {
  record.writeUInt16LE(facts.flags, at);
  record.writeUInt16LE(facts.method, at + 2);
  record.writeUInt16LE(facts.time, at + 4);
  record.writeUInt16LE(facts.date, at + 6);
  record.writeUInt32LE(facts.crc, at + 8);
  record.writeUInt32LE(facts.packedSize, at + 12);
  record.writeUInt32LE(facts.size, at + 16);
  record.writeUInt16LE(facts.name.length, at + 20);
  record.writeUInt16LE(0, at + 22);
}

/** Returns what the directory says of an entry. */
export function directoryEntry(entry: WrittenEntry): Buffer {
  const { name, system, attributes, offset } = entry;
  const isFar = offset >= max32;
  const needed = isFar ? 45 : 20;
  const record = Buffer.alloc(46 + name.length + (isFar ? 12 : 0));
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE((system << 8) | needed, 4);
  record.writeUInt16LE(needed, 6);
  putFacts(record, 8, entry);
  record.writeUInt32LE(attributes, 38);
  record.writeUInt32LE(Math.min(offset, max32), 42);
  record.set(name, 46);
  if (isFar) {
    const far = 46 + name.length;
    record.writeUInt16LE(12, 30);
    record.writeUInt16LE(1, far);
    record.writeUInt16LE(8, far + 2);
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
