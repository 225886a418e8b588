import type { FileHandle } from 'node:fs/promises';
import { outputError } from '../../core/files/output-error.ts';
import { mp3Crc } from './mp3-info-frame.ts';
import type { Mp3Info } from './mp3-info-frame.ts';

/** Writes the frames of an MP3 to a file and counts the fields of its header. */
export class Mp3FrameFile {
  readonly #file: FileHandle;
  readonly #target: string;
  #firstFrame: Buffer | undefined;
  #frames = 0;
  #bytes = 0;
  #crc = 0;

  /** `target` names the output in messages. */
  constructor(file: FileHandle, target: string) {
    this.#file = file;
    this.#target = target;
  }

  /** Returns what is known of the frames. Undefined before the first. */
  get counted(): Omit<Mp3Info, 'totalSamples' | 'sampleRate'> | undefined {
    const firstFrame = this.#firstFrame;
    return firstFrame && { firstFrame, frames: this.#frames, bytes: this.#bytes, crc: this.#crc };
  }

  /** Adds frames and returns their bytes. Throws the errors of `outputError`. */
  async add(frames: readonly Buffer[]): Promise<Buffer> {
    this.#firstFrame ??= frames[0] && Buffer.from(frames[0]);
    const bytes = Buffer.concat(frames);
    this.#frames += frames.length;
    this.#bytes += bytes.length;
    this.#crc = mp3Crc(bytes, this.#crc);
    try {
      await this.#file.writeFile(bytes);
    } catch (thrown) {
      throw outputError(thrown, this.#target);
    }
    return bytes;
  }
}
