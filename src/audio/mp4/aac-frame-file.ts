import type { FileHandle } from 'node:fs/promises';
import { outputError } from '../../core/files/output-error.ts';
import { adtsHeaderBytes } from './adts.ts';

/** The fields of an ADTS header that a player needs (ISO 13818-7, 6.2). */
export interface AacConfig {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channels: number;
}

/** Writes bare AAC frames to a file and keeps their sizes. */
export class AacFrameFile {
  readonly #file: FileHandle;
  readonly #target: string;
  #sizes = new Uint16Array(4096);
  #frames = 0;
  #config: AacConfig | undefined;

  /** `target` names the output in messages. */
  constructor(file: FileHandle, target: string) {
    this.#file = file;
    this.#target = target;
  }

  /** Bytes of each frame, in order. */
  get sizes(): Uint16Array {
    return this.#sizes.subarray(0, this.#frames);
  }

  get config(): AacConfig | undefined {
    return this.#config;
  }

  /** Adds frames in ADTS. Throws the errors of `outputError`. */
  async add(frames: readonly Buffer[]): Promise<void> {
    const bytes = Buffer.concat(frames.map((frame) => this.#take(frame)));
    try {
      await this.#file.writeFile(bytes);
    } catch (thrown) {
      throw outputError(thrown, this.#target);
    }
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
