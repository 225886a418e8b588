import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { fromRandomAccessReaderPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { tooLarge } from '../../read-limits.ts';
import { ArchiveFile, windowLength } from './archive-file.ts';

/** The files of an EPUB, by name. Nothing is ever unpacked to disk. */
export interface Archive {
  /** Names in archive order, with `/` between folders. */
  readonly names: readonly string[];
  /** Returns the stored name for a reference: the same name, or one that differs only in case or Unicode form. */
  find(name: string): string | undefined;
  /** Returns the declared size of a file in bytes; reading stops there. */
  size(name: string): number;
  /** Reads a file. Throws `book-too-large` over a limit and `book-damaged` when the file cannot be inflated. */
  read(name: string, maxBytes: number): Promise<Buffer>;
  readonly warnings: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** A zip file, whose files can be copied as they are. */
export interface ZipArchive extends Archive {
  /** Finds a file as it is packed. Throws `book-damaged` when it is missing or cut off. */
  packed(name: string): Promise<PackedFile>;
}

/** A file as an archive has it. */
export interface PackedFile {
  readonly entry: Entry;
  /** Its name as it is stored, or without the parts that lead nowhere. */
  readonly name: Buffer;
  /** Yields its bytes as they are packed, in parts of at most 64 KiB, each of which is overwritten by the next. */
  readonly bytes: () => Generator<Buffer, void, undefined>;
}

/** Opens a zip file and lists it. Throws `book-damaged` when it cannot be read and `book-too-large` for too many entries. */
export async function openArchive(file: string, limits: ReadLimits): Promise<ZipArchive> {
  const zip = await damagedIfFails(openZip(file));
  try {
    const { entries, warnings } = await damagedIfFails(listEntries(zip.index, limits));
    return archiveOf(zip, entries, warnings, limits);
  } catch (error) {
    zip.index.close();
    throw error;
  }
}

/** A zip file that is open. */
interface OpenZip {
  readonly index: ZipFile;
  readonly file: ArchiveFile;
}

async function openZip(name: string): Promise<OpenZip> {
  const file = new ArchiveFile(name);
  try {
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    return { index: await fromRandomAccessReaderPromise(file, file.length, options), file };
  } catch (error) {
    file.close(() => undefined);
    throw error;
  }
}

function archiveOf(
  zip: OpenZip,
  entries: ReadonlyMap<string, Entry>,
  warnings: readonly string[],
  limits: ReadLimits,
): ZipArchive {
  const byNormalizedName = new Map([...entries.keys()].toReversed().map((name) => [normalizeFileName(name), name]));
  let bytesRead = 0;
  return {
    names: [...entries.keys()],
    warnings,
    find: (name) => (entries.has(name) ? name : byNormalizedName.get(normalizeFileName(name))),
    size: (name) => entries.get(name)?.uncompressedSize ?? 0,
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (!entry) throw missing(name);
      const bytes = readEntry(zip.file, entry, name, maxBytes);
      bytesRead += bytes.length;
      if (bytesRead > limits.totalBytes) throw tooLarge('total unpacked size', limits.totalBytes, 'bytes');
      return bytes;
    },
    async packed(name) {
      const entry = entries.get(name);
      if (!entry) throw missing(name);
      const start = damagedIfThrows(() => dataStart(zip.file, entry));
      const stored = storedName(entry) === name ? entry.fileNameRaw : Buffer.from(name);
      return { entry, name: stored, bytes: () => packedBytes(zip.file, start, entry.compressedSize) };
    },
    async [Symbol.asyncDispose]() {
      zip.index.close();
    },
  };
}

async function listEntries(
  zip: ZipFile,
  limits: ReadLimits,
): Promise<{ readonly entries: ReadonlyMap<string, Entry>; readonly warnings: readonly string[] }> {
  const entries = new Map<string, Entry>();
  const warnings: string[] = [];
  if (zip.entryCount > limits.entries) throw tooLarge('files in the archive', limits.entries, 'files');
  for await (const entry of zip.eachEntry()) {
    const name = entryName(entry);
    if (name.endsWith('/')) continue;
    if (isUnsafe(name))
      warnings.push(`The file '${name.slice(0, 80)}' was ignored because its name leads out of the book.`);
    else if (entries.has(name)) warnings.push(`The book contains the file '${name}' twice. The first one is used.`);
    else entries.set(name, entry);
  }
  rejectOverlaps([...entries.values()]);
  return { entries, warnings: warnings.slice(0, 20) };
}

/** Throws `book-damaged` for entries that share bytes: no packer writes them, but zip bombs do (Fifield, 2019). */
function rejectOverlaps(entries: readonly Entry[]): void {
  const byOffset = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw new AudiobookError(
        'book-damaged',
        'The book is not a valid zip file: its entries overlap, as in a zip bomb.',
      );
    }
    end = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameRaw.length + entry.compressedSize;
  }
}

function readEntry(file: ArchiveFile, entry: Entry, name: string, maxBytes: number): Buffer {
  if (entry.isEncrypted()) {
    throw new AudiobookError('book-drm', 'The book is a password-protected zip file and cannot be read.');
  }
  if (entry.uncompressedSize > maxBytes) throw tooLarge(`size of '${name}'`, maxBytes, 'bytes');
  const stored = damagedIfThrows(() => storedBytes(file, entry));
  if (entry.compressionMethod === 0) return stored;
  try {
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
  } catch (cause) {
    throw new AudiobookError('book-damaged', `The file '${name}' in the book is damaged.`, { cause });
  }
}

function storedBytes(file: ArchiveFile, entry: Entry): Buffer {
  const { compressionMethod: method, compressedSize } = entry;
  if (method !== 0 && method !== 8) throw new Error(`Unsupported compression method ${method}.`);
  return file.bytes(dataStart(file, entry), compressedSize);
}

/** Returns where the bytes of an entry begin, after its local header. Throws when the file ends before they do. */
function dataStart(file: ArchiveFile, { relativeOffsetOfLocalHeader: at, compressedSize }: Entry): number {
  const header = file.bytes(at, 30);
  if (header.readUInt32LE(0) !== 0x0403_4b50) throw new Error('The header of a file is missing.');
  const start = at + header.length + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + compressedSize > file.length) throw new Error('The file ends too early.');
  return start;
}

/** One buffer holds each part in turn, so that a large file takes no more memory than a small one. */
function* packedBytes(file: ArchiveFile, start: number, length: number): Generator<Buffer, void, undefined> {
  const part = Buffer.allocUnsafe(Math.min(windowLength, length));
  for (let done = 0; done < length; done += windowLength) {
    const bytes = part.subarray(0, Math.min(windowLength, length - done));
    file.fill(bytes, start + done);
    yield bytes;
  }
}

function missing(name: string): AudiobookError {
  return new AudiobookError('book-damaged', `The book does not contain the file '${name}'.`);
}

async function damagedIfFails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw damaged(cause);
  }
}

function damagedIfThrows<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause: unknown): AudiobookError {
  if (cause instanceof AudiobookError) return cause;
  return new AudiobookError(
    'book-damaged',
    'The book is not a complete zip file: it is damaged or cut off. Download it again.',
    {
      cause,
    },
  );
}

/** Returns the name without the parts that lead nowhere: some programs write `./text/a.xhtml` or `css/../a.xhtml`. */
function entryName(entry: Entry): string {
  return path.posix.normalize(storedName(entry));
}

function storedName({ fileNameRaw: raw }: Entry): string {
  const text = raw.toString('utf8');
  return (text.includes('\uFFFD') ? raw.toString('latin1') : text).replaceAll('\\', '/');
}

function isUnsafe(name: string): boolean {
  return path.posix.isAbsolute(name) || /^[a-z]:/iu.test(name) || name.split('/').includes('..') || name.includes('\0');
}

function normalizeFileName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
