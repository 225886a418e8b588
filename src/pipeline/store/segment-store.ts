import { createHash } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../../core/files/make-folder.ts';
import type { SpokenPart } from '../../text/lexicon/spoken-part.ts';
import { folderStore, storeError } from './folder-store.ts';
import { pruneStore } from './prune-store.ts';
import { speechSort } from './segment-file.ts';
import type { MeasuredPcm } from './segment-file.ts';
import { placeOf } from './store.ts';
import type { Store } from './store.ts';

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
  /** What the voice is asked for beside the text: a manner, a pace. Absent for most. */
  readonly delivery?: string | undefined;
}

/** Synthesized segments, shared by all books and runs. */
export type SegmentStore = Store<MeasuredPcm>;

/** Tells which segments are stored. */
export type SegmentLookup = Pick<SegmentStore, 'stored'>;

/** Returns the address of a segment (SHA-256, hex). */
export function segmentAddress(identity: SegmentIdentity): string {
  const { provider, engine, voice, language, text, parts, delivery } = identity;
  const format = 2;
  const spoken = parts ? [parts.map((part) => [part.text, part.ipa])] : [];
  const said = delivery === undefined ? [] : [{ delivery }];
  return createHash('sha256')
    .update(JSON.stringify([format, provider, engine, voice, language, text, ...spoken, ...said]))
    .digest('hex');
}

/** Audio that is written before the store is looked through again, in bytes of its samples, and as a share of the limit. */
const minStepBytes = 256e6;
const stepShare = 0.05;

/**
 * Opens the segments in a folder and creates the folder when it is missing. While a run writes, the whole store is kept below a
 * size, beside the work of the run; what the run has asked for stays, also if it was not used for long. Disposed of, the store stops
 * pruning where it is: the next run goes on, so that no run waits for it. Throws `output-failed` when it cannot be written.
 */
export async function openSegmentStore(folder: string, maxBytes = Infinity): Promise<SegmentStore & AsyncDisposable> {
  try {
    await makeFolders(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw storeError(folder, error);
  }
  const own = folderStore(folder, speechSort);
  const used = new Set<string>();
  const stop = new AbortController();
  let pruning: Promise<void> | undefined;
  let writtenBytes = Infinity;
  const isInUse = (file: string): boolean => used.has(file);
  const use = (address: string): void => void used.add(path.join(folder, placeOf(speechSort, address)));
  const prune = async (): Promise<void> => {
    writtenBytes = 0;
    // What could not be removed is tried again later.
    await pruneStore(folder, { maxBytes, isInUse, signal: stop.signal }).catch(() => undefined);
    pruning = undefined;
  };
  return {
    ...own,
    async stored(addresses) {
      for (const address of addresses) use(address);
      return await own.stored(addresses);
    },
    async read(address) {
      use(address);
      return await own.read(address);
    },
    async write(address, pcm) {
      use(address);
      await own.write(address, pcm);
      writtenBytes += pcm.samples.byteLength;
      if (writtenBytes >= Math.max(minStepBytes, maxBytes * stepShare)) pruning ??= prune();
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await pruning;
    },
  };
}
