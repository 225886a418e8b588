import { createReadStream } from 'node:fs';
import type { ReadStream } from 'node:fs';
import type { FrameReader } from './earlier-files.ts';
import type { EarlierFrames } from './encoded-part.ts';
import type { FrameSplitter } from './frame-splitter.ts';

/** Finds the frames of a file. */
export interface FrameStream {
  /** Returns the byte at which its frames begin. Default: the first. */
  readonly start?: ((path: string) => Promise<number>) | undefined;
  /** Frames in front of the audio. Default: none. */
  readonly headFrames?: number | undefined;
  readonly splitter: () => FrameSplitter;
}

interface Reading {
  readonly stream: ReadStream;
  readonly chunks: AsyncIterator<Buffer>;
  readonly splitter: FrameSplitter;
  /** Number of the first frame in `ready`. */
  position: number;
  ready: Buffer[];
}

const chunkBytes = 1024 * 1024;

/**
 * Reads the frames of a file whose positions are only known from their own headers. Parts are usually asked for in order, so it
 * reads on.
 */
export class StreamedFrames implements FrameReader {
  readonly #path: string;
  readonly #how: FrameStream;
  #reading: Reading | undefined;
  #before: Promise<unknown> = Promise.resolve();

  constructor(path: string, how: FrameStream) {
    this.#path = path;
    this.#how = how;
  }

  async read(first: number, count: number): Promise<EarlierFrames> {
    const read = this.#before.then(async () => await this.#read((this.#how.headFrames ?? 0) + first, count));
    this.#before = read.catch(() => undefined);
    return await read;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#before;
    this.#reading?.stream.destroy();
  }

  async #read(first: number, count: number): Promise<EarlierFrames> {
    if (this.#reading === undefined || first < this.#reading.position) await this.#restart();
    const reading = this.#reading;
    if (reading === undefined) return { frames: [] };
    let isOver = false;
    while (!isOver && reading.position + reading.ready.length < first + count) {
      const next = await reading.chunks.next();
      if (next.done === true) isOver = true;
      else reading.ready.push(...reading.splitter.add(next.value));
      pass(reading, first);
    }
    pass(reading, first);
    const frames = reading.ready.slice(0, count);
    pass(reading, first + count);
    return { frames, headers: reading.splitter.headers };
  }

  async #restart(): Promise<void> {
    this.#reading?.stream.destroy();
    this.#reading = undefined;
    const { start, splitter } = this.#how;
    const stream = createReadStream(this.#path, { start: await start?.(this.#path), highWaterMark: chunkBytes });
    this.#reading = { stream, chunks: stream[Symbol.asyncIterator](), splitter: splitter(), position: 0, ready: [] };
  }
}

/** Drops frames before one. */
function pass(reading: Reading, first: number): void {
  const passed = Math.max(0, Math.min(reading.ready.length, first - reading.position));
  reading.ready = reading.ready.slice(passed);
  reading.position += passed;
}
