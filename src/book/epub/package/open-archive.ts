import path from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AudiobookError } from '../../../core/errors.ts';
import type { ReadLimits } from '../../read-options.ts';
import { tooLarge } from '../../too-large.ts';

/** The files of an EPUB, by name. Nothing is written to disk, whatever the names say. */
export interface Archive {
  /** Names in the order of the archive, with `/` between folders. */
  readonly names: readonly string[];
  /** The stored name that a reference means: the exact one, else one that differs in case or Unicode form only. */
  find(name: string): string | undefined;
  /** Size of a file as the archive declares it; it is never read further. */
  size(name: string): number;
  /** The content of a file. Throws `book-too-large` over a limit, `book-damaged` for bytes that cannot be inflated. */
  read(name: string, maxBytes: number): Promise<Buffer>;
  readonly warnings: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a zip file and lists it. Throws `book-damaged` when it is no readable zip, `book-too-large` for too many entries. */
export async function openArchive(file: string, limits: ReadLimits): Promise<Archive> {
  const zip = await damagedIfFails(openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false }));
  try {
    const { entries, warnings } = await damagedIfFails(listEntries(zip, limits));
    return archiveOf(zip, entries, warnings, limits);
  } catch (error) {
    zip.close();
    throw error;
  }
}

function archiveOf(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  warnings: readonly string[],
  limits: ReadLimits,
): Archive {
  const byFoldedName = new Map([...entries.keys()].toReversed().map((name) => [foldName(name), name]));
  let bytesRead = 0;
  return {
    names: [...entries.keys()],
    warnings,
    find: (name) => (entries.has(name) ? name : byFoldedName.get(foldName(name))),
    size: (name) => entries.get(name)?.uncompressedSize ?? 0,
    async read(name, maxBytes) {
      const entry = entries.get(name);
      if (!entry) throw new AudiobookError('book-damaged', `The book has no file '${name}'.`);
      const bytes = await readEntry(zip, entry, name, maxBytes);
      bytesRead += bytes.length;
      if (bytesRead > limits.totalBytes) throw tooLarge('unpacked size in all', limits.totalBytes, 'bytes');
      return bytes;
    },
    async [Symbol.asyncDispose]() {
      zip.close();
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
    if (isUnsafe(name)) warnings.push(`The file name '${name.slice(0, 80)}' leads out of the book and is ignored.`);
    else if (entries.has(name)) warnings.push(`The file '${name}' is in the book twice; the first one is read.`);
    else entries.set(name, entry);
  }
  refuseOverlaps([...entries.values()]);
  return { entries, warnings: warnings.slice(0, 20) };
}

/** Entries that share bytes are the mark of a zip bomb (Fifield, 2019): no packer writes them. */
function refuseOverlaps(entries: readonly Entry[]): void {
  const byOffset = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of byOffset) {
    if (entry.relativeOffsetOfLocalHeader < end) {
      throw new AudiobookError('book-damaged', 'The book is not a sound zip file: its entries overlap (a zip bomb).');
    }
    end = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameRaw.length + entry.compressedSize;
  }
}

async function readEntry(zip: ZipFile, entry: Entry, name: string, maxBytes: number): Promise<Buffer> {
  if (entry.isEncrypted()) {
    throw new AudiobookError('book-drm', 'The book is a zip file with a password; it cannot be read.');
  }
  if (entry.uncompressedSize > maxBytes) throw tooLarge(`size of '${name}'`, maxBytes, 'bytes');
  const compressed = entry.compressionMethod === 8;
  const options = compressed ? { decompress: false } : {};
  const stored = await damagedIfFails(zip.openReadStreamPromise(entry, options).then(readAll));
  if (!compressed) return stored;
  try {
    // A process that reads one book has nothing else to do meanwhile.
    return inflateRawSync(stored, { maxOutputLength: Math.max(1, entry.uncompressedSize) });
  } catch (cause) {
    throw new AudiobookError('book-damaged', `The file '${name}' in the book is damaged.`, { cause });
  }
}

async function damagedIfFails<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof AudiobookError) throw cause;
    throw new AudiobookError('book-damaged', 'The book is not a complete zip file: it is damaged or cut off.', {
      cause,
    });
  }
}

function entryName(entry: Entry): string {
  const raw = entry.fileNameRaw;
  const text = raw.toString('utf8');
  return (text.includes('\uFFFD') ? raw.toString('latin1') : text).replaceAll('\\', '/');
}

function isUnsafe(name: string): boolean {
  return path.posix.isAbsolute(name) || /^[a-z]:/iu.test(name) || name.split('/').includes('..') || name.includes('\0');
}

function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
