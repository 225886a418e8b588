import path from 'node:path';
import { pruneStore } from './prune-store.ts';
import type { MeasuredPcm } from './segment-file.ts';
import type { SegmentStore } from './segment-store.ts';

/** Audio that is written before the store is looked through again, in bytes of its samples, and as a share of the limit. */
const minStepBytes = 256e6;
const stepShare = 0.05;

/**
 * A store that is kept below a size while a run uses it, beside the work of the run. What the run has asked for stays, also if
 * it was not used for long. Disposed of, it stops pruning where it is: the next run goes on, so that no run waits for it.
 */
export class PrunedStore implements SegmentStore, AsyncDisposable {
  readonly folder: string;
  readonly #own: SegmentStore;
  readonly #maxBytes: number;
  readonly #used = new Set<string>();
  readonly #stop = new AbortController();
  #pruning: Promise<void> | undefined;
  #writtenBytes = Infinity;

  constructor(own: SegmentStore, maxBytes: number) {
    this.folder = own.folder;
    this.#own = own;
    this.#maxBytes = maxBytes;
  }

  async stored(addresses: readonly string[]): Promise<ReadonlySet<string>> {
    for (const address of addresses) this.#used.add(address);
    return await this.#own.stored(addresses);
  }

  async read(address: string): Promise<MeasuredPcm | undefined> {
    this.#used.add(address);
    return await this.#own.read(address);
  }

  async write(address: string, pcm: MeasuredPcm): Promise<void> {
    this.#used.add(address);
    await this.#own.write(address, pcm);
    this.#writtenBytes += pcm.samples.byteLength;
    if (this.#writtenBytes < Math.max(minStepBytes, this.#maxBytes * stepShare)) return;
    this.#pruning ??= this.#prune();
  }

  async remove(address: string): Promise<void> {
    await this.#own.remove(address);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#pruning;
  }

  /** Never rejects: what could not be removed is tried again later. */
  async #prune(): Promise<void> {
    this.#writtenBytes = 0;
    const isInUse = (file: string): boolean => this.#used.has(addressOf(file));
    try {
      await pruneStore(this.folder, { maxBytes: this.#maxBytes, isInUse, signal: this.#stop.signal });
    } catch {
      // A run does not fail because of what earlier runs left.
    } finally {
      this.#pruning = undefined;
    }
  }
}

/** Returns the address of the segment that a file belongs to. */
function addressOf(file: string): string {
  const [name = ''] = path.basename(file).split('.');
  return path.basename(path.dirname(file)) + name;
}
