import type { FrameSink, WriteEncoded } from '../encoding/parts/parted-encoding.ts';
import { mp3Crc } from './mp3-info-frame.ts';
import type { Mp3Info } from './mp3-info-frame.ts';

/** Writes the frames of an MP3 and counts the fields of its header. */
export class Mp3FrameFile implements FrameSink {
  readonly #write: WriteEncoded;
  #firstFrame: Buffer | undefined;
  #frames = 0;
  #bytes = 0;
  #crc = 0;

  constructor(write: WriteEncoded) {
    this.#write = write;
  }

  /** Returns what is known of the frames. Undefined before the first. */
  get counted(): Omit<Mp3Info, 'totalSamples' | 'sampleRate'> | undefined {
    const firstFrame = this.#firstFrame;
    return firstFrame && { firstFrame, frames: this.#frames, bytes: this.#bytes, crc: this.#crc };
  }

  async add(frames: readonly Buffer[]): Promise<Buffer> {
    this.#firstFrame ??= frames[0] && Buffer.from(frames[0]);
    const bytes = Buffer.concat(frames);
    this.#frames += frames.length;
    this.#bytes += bytes.length;
    this.#crc = mp3Crc(bytes, this.#crc);
    await this.#write(bytes);
    return bytes;
  }
}
