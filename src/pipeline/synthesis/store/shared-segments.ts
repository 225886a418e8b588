import pLimit from 'p-limit';
import { readObject } from '../../../storage/read-object.ts';
import type { Storage } from '../../../storage/storage.ts';
import { decodeSegment, encodeSegment } from './segment-file.ts';
import type { MeasuredPcm } from './segment-file.ts';
import { SegmentKeys, writtenKey } from './segment-keys.ts';
import type { SegmentLookup, SegmentStore } from './segment-store.ts';

/** Options of `shareSegments`. */
export interface SharingOptions {
  readonly storage: Storage;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** More than ten minutes at 48 kHz, longer than any segment. What is larger is damaged. */
const maxBytes = 64 << 20;

/** Addresses that are remembered to be in the storage. For others it is asked again, which costs a request. */
const maxKnown = 20_000;

const requestsAtOnce = 32;

/** Time for what is still removed after a run was canceled, in milliseconds. */
const removalMs = 15_000;

/**
 * Returns a segment store that several machines share, with the store of this machine in front. Addresses say what the sound is,
 * so what is in front is never stale. What only this machine has is given to the others when it is read. Methods throw what
 * `Storage` throws: speech that is kept there is not paid for again because the storage does not answer for a while.
 */
export function shareSegments(own: SegmentStore, options: SharingOptions): SegmentStore {
  const shared = new SharedSegments(own, options);
  return {
    folder: own.folder,
    ...sharedLookup(own, options.storage, options.signal),
    read: (address) => shared.read(address),
    write: (address, pcm) => shared.write(address, pcm),
    remove: (address) => shared.remove(address),
  };
}

/** Returns a lookup on this machine and in the storage. */
export function sharedLookup(own: SegmentLookup, storage: Storage, signal: AbortSignal): SegmentLookup {
  const lookup = { storage, keys: new SegmentKeys(storage), signal };
  return {
    async stored(addresses) {
      const here = await own.stored(addresses);
      const others = addresses.filter((address) => !here.has(address));
      const limit = pLimit(requestsAtOnce);
      try {
        const answers = await limit.map(others, async (address) => await isStored(address, lookup));
        return new Set([...here, ...others.filter((_, index) => answers[index])]);
      } finally {
        // A storage that does not answer is not asked for the rest.
        limit.clearQueue();
      }
    },
  };
}

interface KeyLookup {
  readonly storage: Storage;
  readonly keys: SegmentKeys;
  readonly signal: AbortSignal;
}

async function isStored(address: string, { storage, keys, signal }: KeyLookup): Promise<boolean> {
  for (const key of await keys.of(address, signal)) {
    if ((await storage.stat(key, signal)) !== undefined) return true;
  }
  return false;
}

class SharedSegments {
  readonly #own: SegmentStore;
  readonly #options: SharingOptions;
  readonly #keys: SegmentKeys;
  readonly #known = new Set<string>();
  #lastMoments: AbortSignal | undefined;

  constructor(own: SegmentStore, options: SharingOptions) {
    this.#own = own;
    this.#options = options;
    this.#keys = new SegmentKeys(options.storage);
  }

  async read(address: string): Promise<MeasuredPcm | undefined> {
    const pcm = await this.#own.read(address);
    if (!pcm) return await this.#fetch(address);
    if (!this.#known.has(address)) await this.#offer(address, pcm);
    return pcm;
  }

  /** The own store comes first: what was paid for is kept also when the storage fails. */
  async write(address: string, pcm: MeasuredPcm): Promise<void> {
    // Better audio of a segment takes the place of what others would read.
    if ((await this.#own.stored([address])).has(address)) await this.#removeShared(address, this.#options.signal);
    await this.#own.write(address, pcm);
    await this.#put(address, pcm);
  }

  async remove(address: string): Promise<void> {
    const { storage, signal, warn } = this.#options;
    this.#known.delete(address);
    await this.#own.remove(address);
    if (signal.aborted) this.#lastMoments ??= AbortSignal.timeout(removalMs);
    try {
      await this.#removeShared(address, this.#lastMoments ?? signal);
    } catch {
      warn(`Speech that may be wrong could not be removed from the storage ${storage.address}.`);
    }
  }

  async #removeShared(address: string, signal: AbortSignal): Promise<void> {
    for (const key of await this.#keys.of(address, signal)) await this.#options.storage.remove(key, signal);
  }

  async #fetch(address: string): Promise<MeasuredPcm | undefined> {
    const { storage, signal } = this.#options;
    for (const key of await this.#keys.of(address, signal)) {
      const bytes = await readObject(storage, key, { signal, maxBytes });
      const pcm = bytes && (await decodeSegment(bytes));
      if (bytes && !pcm) await storage.remove(key, signal);
      if (!pcm) continue;
      await this.#own.write(address, pcm);
      this.#remember(address);
      return pcm;
    }
    return undefined;
  }

  async #offer(address: string, pcm: MeasuredPcm): Promise<void> {
    const { storage, signal } = this.#options;
    if (await isStored(address, { storage, keys: this.#keys, signal })) this.#remember(address);
    else await this.#put(address, pcm);
  }

  /** Of two machines that spoke the same segment, the first is read by all others. */
  async #put(address: string, pcm: MeasuredPcm): Promise<void> {
    const { storage, signal } = this.#options;
    await storage.putNew(writtenKey(address), await encodeSegment(pcm), signal);
    this.#remember(address);
  }

  #remember(address: string): void {
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.add(address);
  }
}
