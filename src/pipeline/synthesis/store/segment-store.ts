import { createHash } from 'node:crypto';
import { access, constants, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { AudiobookError, systemCode, toAudiobookError } from '../../../core/errors.ts';
import { writeFileAtomic } from '../../../core/files/atomic-file.ts';
import { makeFolders } from '../../../core/files/make-folder.ts';
import type { SpokenPart } from '../../../text/lexicon/spoken-part.ts';
import { decodeSegment, encodeSegment } from './segment-file.ts';
import type { MeasuredPcm } from './segment-file.ts';

/** Everything that shapes the sound of a segment. Equal identities sound the same. */
export interface SegmentIdentity {
  readonly provider: string;
  /** Result of `SpeechProvider.identity`: model, engine and version. */
  readonly engine: string;
  readonly voice: string;
  readonly language: string;
  readonly text: string;
  /** The texts given to the voice in place of `text`, when they differ. */
  readonly parts?: readonly SpokenPart[] | undefined;
}

/** Tells which segments are stored, without checking their samples. */
export interface SegmentLookup {
  /** Returns those of the addresses that are stored. */
  stored(addresses: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Synthesized segments on disk, content-addressed and shared by all books and runs. */
export interface SegmentStore extends SegmentLookup {
  readonly folder: string;
  /** Returns the stored audio, or undefined. A damaged file is removed and counts as absent. */
  read(address: string): Promise<MeasuredPcm | undefined>;
  /** Stores a segment atomically. Throws `output-failed` when it cannot be written. */
  write(address: string, pcm: MeasuredPcm): Promise<void>;
  /** Removes a segment, if it is stored. */
  remove(address: string): Promise<void>;
}

/** From this number of segments on, a folder is listed. Listing takes the time of a few lookups in stores of the usual size. */
const minListed = 4;
const foldersAtOnce = 16;

/** Returns the address of a segment (SHA-256, hex). Raise `format` when the meaning of a stored file changes. */
export function segmentAddress(identity: SegmentIdentity): string {
  const { provider, engine, voice, language, text, parts } = identity;
  const format = 2;
  const spoken = parts ? [parts.map((part) => [part.text, part.ipa])] : [];
  return createHash('sha256')
    .update(JSON.stringify([format, provider, engine, voice, language, text, ...spoken]))
    .digest('hex');
}

/** Returns a lookup in the store in a folder, which need not exist. */
export function storeLookup(folder: string): SegmentLookup {
  return {
    async stored(addresses) {
      const byFolder = new Map<string, string[]>();
      for (const address of new Set(addresses)) {
        const name = folderName(address);
        byFolder.set(name, [...(byFolder.get(name) ?? []), address]);
      }
      const found = await pLimit(foldersAtOnce).map(byFolder, async ([name, hashes]) =>
        hashes.length < minListed ? await askedFor(folder, hashes) : await listed(path.join(folder, name), hashes),
      );
      return new Set(found.flat());
    },
  };
}

async function askedFor(folder: string, addresses: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(
    addresses.map((address) => Promise.all(segmentPaths(folder, address).map(isThere))),
  );
  return addresses.filter((_, index) => answers[index]?.includes(true));
}

/** Returns the addresses whose files are in a folder of the store. */
async function listed(folder: string, addresses: readonly string[]): Promise<string[]> {
  const names = new Set(await readdir(folder).catch(() => []));
  return addresses.filter((address) => segmentPaths('', address).some((file) => names.has(path.basename(file))));
}

/** Opens the store in a folder and creates the folder when it is missing. Throws `output-failed` when it cannot be written. */
export async function openSegmentStore(folder: string): Promise<SegmentStore> {
  try {
    await makeFolders(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw storeError(folder, error);
  }
  return {
    folder,
    ...storeLookup(folder),
    async read(address) {
      // At once, so that it takes no longer than one to find that a segment is missing.
      for (const stored of await Promise.all(segmentPaths(folder, address).map(readStored))) {
        const pcm = stored && (await decodeStored(stored));
        if (pcm) return pcm;
      }
      return undefined;
    },
    async remove(address) {
      for (const file of segmentPaths(folder, address)) await rm(file, { force: true }).catch(() => undefined);
    },
    async write(address, pcm) {
      const [file, ...older] = segmentPaths(folder, address);
      try {
        await writeFileAtomic(file, await encodeSegment(pcm), { makeFolder: true });
        for (const replaced of older) await rm(replaced, { force: true });
      } catch (error) {
        throw storeError(folder, toAudiobookError(error).cause);
      }
    },
  };
}

/** Returns where a segment is written, and where earlier versions wrote it. */
function segmentPaths(folder: string, address: string): readonly [string, ...string[]] {
  const file = path.join(folder, folderName(address), address.slice(2));
  return [`${file}.flac`, `${file}.wav`];
}

/** Segments are in folders named after the first digits of their addresses. */
function folderName(address: string): string {
  return address.slice(0, 2);
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

interface StoredBytes {
  readonly file: string;
  readonly bytes: Buffer;
}

async function readStored(file: string): Promise<StoredBytes | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && { file, bytes };
}

async function decodeStored({ file, bytes }: StoredBytes): Promise<MeasuredPcm | undefined> {
  const pcm = await decodeSegment(bytes);
  // Pruning uses the modification time as the time of last use.
  const now = new Date();
  await (pcm ? utimes(file, now, now) : rm(file, { force: true })).catch(() => undefined);
  return pcm;
}

function storeError(folder: string, cause: unknown): AudiobookError {
  const code = systemCode(cause) ?? '';
  const [reason, advice] = ['ENOSPC', 'EDQUOT'].includes(code)
    ? [
        'the disk is full',
        "Make room, for example with 'audiobook cache prune', or set AUDIOBOOK_CACHE_DIR to a larger disk.",
      ]
    : [`it cannot be written (${code})`, 'Set AUDIOBOOK_CACHE_DIR to a folder that can be written.'];
  return new AudiobookError('output-failed', `The segment store ${folder} cannot be used: ${reason}. ${advice}`, {
    cause,
  });
}
