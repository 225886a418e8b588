import type { FrameSink, WriteEncoded } from '../encoding/parts/parted-encoding.ts';
import { adtsHeaderBytes } from '../../core/file-format.ts';

/** The fields of an ADTS header that a player needs (ISO 13818-7, 6.2). */
export interface AacConfig {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channels: number;
}

/** Writes bare AAC frames and keeps their sizes. */
export class AacFrameFile implements FrameSink {
  readonly #write: WriteEncoded;
  #sizes = new Uint16Array(4096);
  #frames = 0;
  #config: AacConfig | undefined;

  constructor(write: WriteEncoded) {
    this.#write = write;
  }

  /** Bytes of each frame, in order. */
  get sizes(): Uint16Array {
    return this.#sizes.subarray(0, this.#frames);
  }

  get config(): AacConfig | undefined {
    return this.#config;
  }

  /** Adds frames in ADTS. */
  async add(frames: readonly Buffer[]): Promise<Buffer> {
    await this.#write(Buffer.concat(frames.map((frame) => this.#take(frame))));
    return Buffer.concat(frames);
  }

  /** Counts a frame and returns it without its header. */
  #take(frame: Buffer): Buffer {
    this.#config ??= configOf(frame);
    const bare = frame.subarray((frame.readUInt8(1) & 1) === 1 ? adtsHeaderBytes : adtsHeaderBytes + 2);
    this.#count(bare.length);
    return bare;
  }

  #count(size: number): void {
    if (this.#frames === this.#sizes.length) {
      const larger = new Uint16Array(this.#sizes.length * 2);
      larger.set(this.#sizes);
      this.#sizes = larger;
    }
    this.#sizes[this.#frames] = size;
    this.#frames += 1;
  }
}

function configOf(header: Buffer): AacConfig {
  const bits = header.readUInt16BE(2);
  return { objectType: (bits >>> 14) + 1, rateIndex: (bits >>> 10) & 0xf, channels: (bits >>> 6) & 0x7 };
}
