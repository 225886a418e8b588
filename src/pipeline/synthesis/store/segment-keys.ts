import type { Storage } from '../../../storage/storage.ts';
import { olderSegmentFormat, segmentFormat } from './segment-file.ts';

/** Returns the key that a segment is written to. Programs of another format leave each other's objects alone. */
export function writtenKey(address: string): string {
  return keyOf(address, segmentFormat);
}

/** The keys that segments have in a storage. What earlier versions wrote is looked for only where there is any of it. */
export class SegmentKeys {
  readonly #storage: Storage;
  #formats: Promise<readonly string[]> | undefined;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Returns the keys that a segment may have, `writtenKey` first. Throws as `Storage.list` does. */
  async of(address: string, signal: AbortSignal): Promise<readonly string[]> {
    this.#formats ??= this.#findFormats(signal);
    const formats = await this.#formats.catch((thrown: unknown) => {
      this.#formats = undefined;
      throw thrown;
    });
    return formats.map((format) => keyOf(address, format));
  }

  async #findFormats(signal: AbortSignal): Promise<readonly string[]> {
    for await (const _ of this.#storage.list(`segments/${olderSegmentFormat}/`, signal)) {
      return [segmentFormat, olderSegmentFormat];
    }
    return [segmentFormat];
  }
}

function keyOf(address: string, format: string): string {
  return `segments/${format}/${address.slice(0, 2)}/${address.slice(2)}`;
}
