import { readObject } from '../../storage/read-object.ts';
import type { Storage } from '../../storage/storage.ts';
import { decodeSegment, encodeSegment, segmentFormat } from './segment-file.ts';
import type { MeasuredPcm } from './segment-file.ts';
import type { SegmentStore } from './segment-store.ts';

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
    has: sharedLookup(own, options.storage, options.signal).has,
    read: (address) => shared.read(address),
    write: (address, pcm) => shared.write(address, pcm),
    remove: (address) => shared.remove(address),
  };
}

/** Returns a lookup on this machine and in the storage. */
export function sharedLookup(
  own: Pick<SegmentStore, 'has'>,
  storage: Storage,
  signal: AbortSignal,
): Pick<SegmentStore, 'has'> {
  return {
    async has(address) {
      return (await own.has(address)) || (await storage.stat(keyOf(address), signal)) !== undefined;
    },
  };
}

class SharedSegments {
  readonly #own: SegmentStore;
  readonly #options: SharingOptions;
  readonly #known = new Set<string>();
  #lastMoments: AbortSignal | undefined;

  constructor(own: SegmentStore, options: SharingOptions) {
    this.#own = own;
    this.#options = options;
  }

  async read(address: string): Promise<MeasuredPcm | undefined> {
    const pcm = await this.#own.read(address);
    if (!pcm) return await this.#fetch(address);
    if (!this.#known.has(address)) await this.#offer(address, pcm);
    return pcm;
  }

  /** The own store comes first: what was paid for is kept also when the storage fails. */
  async write(address: string, pcm: MeasuredPcm): Promise<void> {
    const { storage, signal } = this.#options;
    // Better audio of a segment takes the place of what others would read.
    if (await this.#own.has(address)) await storage.remove(keyOf(address), signal);
    await this.#own.write(address, pcm);
    await this.#put(address, pcm);
  }

  async remove(address: string): Promise<void> {
    const { storage, signal, warn } = this.#options;
    this.#known.delete(address);
    await this.#own.remove(address);
    if (signal.aborted) this.#lastMoments ??= AbortSignal.timeout(removalMs);
    try {
      await storage.remove(keyOf(address), this.#lastMoments ?? signal);
    } catch {
      warn(`Speech that may be wrong could not be removed from the storage ${storage.address}.`);
    }
  }

  async #fetch(address: string): Promise<MeasuredPcm | undefined> {
    const { storage, signal } = this.#options;
    const bytes = await readObject(storage, keyOf(address), { signal, maxBytes });
    if (!bytes) return undefined;
    const pcm = decodeSegment(bytes);
    if (!pcm) {
      await storage.remove(keyOf(address), signal);
      return undefined;
    }
    await this.#own.write(address, pcm);
    this.#remember(address);
    return pcm;
  }

  async #offer(address: string, pcm: MeasuredPcm): Promise<void> {
    const { storage, signal } = this.#options;
    if ((await storage.stat(keyOf(address), signal)) === undefined) await this.#put(address, pcm);
    else this.#remember(address);
  }

  /** Of two machines that spoke the same segment, the first is read by all others. */
  async #put(address: string, pcm: MeasuredPcm): Promise<void> {
    const { storage, signal } = this.#options;
    await storage.putNew(keyOf(address), encodeSegment(pcm), signal);
    this.#remember(address);
  }

  #remember(address: string): void {
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.add(address);
  }
}

/** Programs of another format leave each other's objects alone. */
function keyOf(address: string): string {
  return `segments/${segmentFormat}/${address.slice(0, 2)}/${address.slice(2)}`;
}
