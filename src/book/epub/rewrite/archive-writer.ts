import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import type { PackedFile } from '../package/open-archive.ts';

/** What a zip file says of one of its entries, twice: before its bytes and in the directory at the end. */
interface EntryFacts {
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

interface WrittenEntry extends EntryFacts {
  readonly offset: number;
}

const [stored, deflated] = [0, 8];
const unix = 3;
/** Sizes and offsets from here on need the fields of Zip64. */
const max32 = 0xffff_ffff;
const max16 = 0xffff;
/** The name is UTF-8. */
const utf8Flag = 1 << 11;
/** The sizes follow the bytes. */
const descriptorFlag = 1 << 3;
/** 1 January 2000, so that the same book gives the same bytes. */
const fixedDate = (20 << 9) | (1 << 5) | 1;

/**
 * Writes a zip file entry by entry (PKWARE APPNOTE 6.3). Entries of another archive are copied as they are packed, so that
 * neither their bytes nor their compression change. Entries have no extra fields, as OCF 3.3 requires of `mimetype`.
 */
export class ArchiveWriter implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #entries: WrittenEntry[] = [];
  #position = 0;

  /** Use `ArchiveWriter.open`. */
  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Opens a file for writing. What it held is lost. Throws the error of the file system. */
  static async open(file: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(file, 'w'));
  }

  /** Adds an entry of another archive, byte for byte. */
  async copy({ entry, bytes }: PackedFile): Promise<void> {
    const facts = {
      name: entry.fileNameRaw,
      system: entry.versionMadeBy >> 8,
      flags: entry.generalPurposeBitFlag & ~descriptorFlag,
      method: entry.compressionMethod,
      time: entry.lastModFileTime,
      date: entry.lastModFileDate,
      attributes: entry.externalFileAttributes,
      crc: entry.crc32,
      packedSize: entry.compressedSize,
      size: entry.uncompressedSize,
    };
    await this.#begin(facts);
    for (const part of bytes()) await this.#append(part);
  }

  /** Adds bytes, compressed unless `isStored`. */
  async add(name: string, bytes: Uint8Array, { isStored = false } = {}): Promise<void> {
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const sizes = { crc: crc32(bytes), packedSize: packed.length, size: bytes.length };
    await this.#begin({ ...newFacts(name, isStored ? stored : deflated), ...sizes });
    await this.#append(packed);
  }

  /** Adds a file without compressing it: sound does not get smaller. Throws the reason of `signal` when it is aborted. */
  async addFile(name: string, file: string, signal: AbortSignal): Promise<void> {
    await using source = await open(file);
    // Its checksum is known at the end, and its header is written then.
    const offset = this.#position;
    const unknown = { crc: 0, packedSize: 0, size: 0 };
    this.#position += localHeader({ ...newFacts(name, stored), ...unknown }).length;
    let [crc, size] = [0, 0];
    for await (const part of source.createReadStream({ highWaterMark: 262_144, signal, autoClose: false })) {
      const bytes: Buffer = part;
      crc = crc32(bytes, crc);
      size += bytes.length;
      await this.#append(bytes);
    }
    const facts = { ...newFacts(name, stored), crc, packedSize: size, size };
    refuseHuge(facts);
    this.#entries.push({ ...facts, offset });
    await this.#write(localHeader(facts), offset);
  }

  /** Writes the directory and closes the file. */
  async end(): Promise<void> {
    const start = this.#position;
    for (const entry of this.#entries) await this.#append(directoryEntry(entry));
    const directory = { count: this.#entries.length, start, size: this.#position - start };
    await this.#append(directoryEnd(directory));
    await this.#file.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Closed already after `end`.
    await this.#file.close().catch(() => undefined);
  }

  async #begin(facts: EntryFacts): Promise<void> {
    refuseHuge(facts);
    this.#entries.push({ ...facts, offset: this.#position });
    await this.#append(localHeader(facts));
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await this.#write(bytes, this.#position);
    this.#position += bytes.length;
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  }
}

function newFacts(name: string, method: number): Omit<EntryFacts, 'crc' | 'packedSize' | 'size'> {
  // A regular file that everyone may read.
  const attributes = (0o100_644 << 16) >>> 0;
  const isAscii = /^[\u0020-\u007E]*$/u.test(name);
  const flags = isAscii ? 0 : utf8Flag;
  return { name: Buffer.from(name), system: unix, flags, method, time: 0, date: fixedDate, attributes };
}

/** A chapter of 4 GB would last for a week. */
function refuseHuge({ packedSize, size }: EntryFacts): void {
  if (Math.max(packedSize, size) >= max32) throw new RangeError('A file of an EPUB must be smaller than 4 GB.');
}

function localHeader(facts: EntryFacts): Buffer {
  return record([[0x0403_4b50, 4], [20, 2], ...common(facts), [facts.name.length, 2], [0, 2]], facts.name);
}

function common({ flags, method, time, date, crc, packedSize, size }: EntryFacts): Field[] {
  return [
    [flags, 2],
    [method, 2],
    [time, 2],
    [date, 2],
    [crc, 4],
    [packedSize, 4],
    [size, 4],
  ];
}

function directoryEntry(entry: WrittenEntry): Buffer {
  const { name, system, attributes, offset } = entry;
  const far =
    offset >= max32
      ? record([
          [1, 2],
          [8, 2],
          [offset, 8],
        ])
      : Buffer.alloc(0);
  const needed = far.length > 0 ? 45 : 20;
  const fields: Field[] = [
    [0x0201_4b50, 4],
    [(system << 8) | needed, 2],
    [needed, 2],
    ...common(entry),
    [name.length, 2],
    [far.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [attributes, 4],
    [Math.min(offset, max32), 4],
  ];
  return record(fields, name, far);
}

interface Directory {
  readonly count: number;
  readonly start: number;
  readonly size: number;
}

function directoryEnd({ count, start, size }: Directory): Buffer {
  const isFar = count >= max16 || start >= max32 || size >= max32;
  const short = Math.min(count, max16);
  const end = record([
    [0x0605_4b50, 4],
    [0, 2],
    [0, 2],
    [short, 2],
    [short, 2],
    [Math.min(size, max32), 4],
    [Math.min(start, max32), 4],
    [0, 2],
  ]);
  return isFar ? Buffer.concat([farEnd({ count, start, size }), end]) : end;
}

/** The end of the directory and its locator in the form of Zip64. */
function farEnd({ count, start, size }: Directory): Buffer {
  return record([
    [0x0606_4b50, 4],
    [44, 8],
    [(unix << 8) | 45, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [start, 8],
    [0x0706_4b50, 4],
    [0, 4],
    [start + size, 8],
    [1, 4],
  ]);
}

/** A number and its length in bytes. */
type Field = readonly [value: number, length: 2 | 4 | 8];

/** Returns numbers in little endian, and the bytes after them. */
function record(fields: readonly Field[], ...rest: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of fields) {
    if (length === 8) head.writeBigUInt64LE(BigInt(value), at);
    else head.writeUIntLE(value, at, length);
    at += length;
  }
  return Buffer.concat([head, ...rest]);
}
