import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { RandomAccessReader } from 'yauzl';

/** Bytes read at once: the entries of a zip file lie close together. */
export const windowLength = 65_536;

/**
 * Gives `yauzl` the bytes of a file. Reads are synchronous, because the reading process has nothing else to do: a book has
 * hundreds of small files, and a stream for each takes longer than the parsing of its text. Throws when the file cannot be read.
 */
export class ArchiveFile extends RandomAccessReader {
  /** Length of the file in bytes. */
  readonly length: number;
  readonly #descriptor: number;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(file: string) {
    super();
    this.#descriptor = openSync(file, 'r');
    this.length = fstatSync(this.#descriptor).size;
  }

  /** Returns `length` bytes from `position`, which nothing overwrites. Throws when the file ends before them. */
  bytes(position: number, length: number): Buffer {
    if (length > windowLength) return this.#readAt(position, length);
    const isKnown = position >= this.#windowStart && position + length <= this.#windowStart + this.#window.length;
    if (!isKnown) {
      this.#window = this.#readAt(position, Math.max(length, Math.min(windowLength, this.length - position)));
      this.#windowStart = position;
    }
    const start = position - this.#windowStart;
    return this.#window.subarray(start, start + length);
  }

  /** Fills a buffer with the bytes from `position`. Throws when the file ends before. */
  fill(target: Uint8Array, position: number): void {
    for (let filled = 0; filled < target.length;) {
      const read = readSync(this.#descriptor, target, filled, target.length - filled, position + filled);
      if (read === 0) throw new Error('The file ends too early.');
      filled += read;
    }
  }

  override read(...[buffer, offset, length, position, callback]: Parameters<RandomAccessReader['read']>): void {
    const done: (error: Error | null, bytesRead?: number) => void = callback;
    try {
      this.bytes(position, length).copy(buffer, offset);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done(null, length);
  }

  override close(callback: (error: Error | null) => void): void {
    closeSync(this.#descriptor);
    callback(null);
  }

  #readAt(position: number, length: number): Buffer {
    if (position < 0 || position + length > this.length) throw new Error('The file ends too early.');
    const bytes = Buffer.allocUnsafe(length);
    this.fill(bytes, position);
    return bytes;
  }
}
