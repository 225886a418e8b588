import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import type { PackedFile } from '../package/open-archive.ts';
import { directoryEnd, directoryEntry, localHeader, max32, unix } from './zip-records.ts';
import type { EntryFacts, WrittenEntry } from './zip-records.ts';

const [stored, deflated] = [0, 8];
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
  async copy({ entry, name, bytes }: PackedFile): Promise<void> {
    const facts = {
      name,
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
    await this.#append(this.#begin(facts));
    for (const part of bytes()) await this.#append(part);
  }

  /** Adds bytes, compressed unless `isStored`. */
  async add(name: string, bytes: Uint8Array, { isStored = false } = {}): Promise<void> {
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const facts = addedFacts(name, bytes, packed.length, isStored ? stored : deflated);
    await this.#append(this.#begin(facts));
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

  /** Begins an entry where the next bytes are appended. Returns its header. */
  #begin(facts: EntryFacts): Buffer {
    refuseHuge(facts);
    this.#entries.push({ ...facts, offset: this.#position });
    return localHeader(facts);
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

function addedFacts(name: string, bytes: Uint8Array, packedSize: number, method: number): EntryFacts {
  return { ...newFacts(name, method), crc: crc32(bytes), packedSize, size: bytes.length };
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
