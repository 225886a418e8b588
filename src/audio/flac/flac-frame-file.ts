import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { outputError } from '../../core/files/output-error.ts';
import { text, u16, u32 } from '../mp4/mp4-box.ts';
import { numberedFrame } from './flac-frame.ts';

/** The stream parameters in the header of a FLAC file. */
export interface FlacSound {
  readonly sampleRate: number;
  /** Samples of every frame but the last. */
  readonly frameSamples: number;
}

/** STREAMINFO of 34 bytes, the last block before the frames. */
const blockHead = u32(0x80_00_00_00 + 34);
const md5Bytes = 16;
const bitsPerSample = 16;

/** Writes the frames of a FLAC stream of one channel to a file, numbered (RFC 9639). */
export class FlacFrameFile {
  readonly #file: FileHandle;
  readonly #target: string;
  readonly #sound: FlacSound;
  readonly #hash = createHash('md5');
  #samples = 0;
  #frames = 0;
  /** Bytes of the shortest and the longest frame. */
  #shortest = Infinity;
  #longest = 0;

  /** `target` names the output in messages. */
  constructor(file: FileHandle, target: string, sound: FlacSound) {
    this.#file = file;
    this.#target = target;
    this.#sound = sound;
  }

  /** Counts sound that will be in the frames. */
  hear(samples: Uint8Array): void {
    this.#hash.update(samples);
    this.#samples += samples.length / (bitsPerSample / 8);
  }

  /** Adds frames, which get new numbers. Throws the errors of `outputError`, and `media-failed` for what is not a frame. */
  async add(frames: readonly Buffer[]): Promise<void> {
    const isFirst = this.#frames === 0;
    const numbered = frames.map((frame) => this.#numbered(frame));
    // Its place is taken until all is known.
    const head = isFirst ? [this.#head(Buffer.alloc(md5Bytes))] : [];
    await this.#write(async () => await this.#file.writeFile(Buffer.concat([...head, ...numbered])));
  }

  /** Ends the file with what is known of all of its sound. Throws `media-failed` when frames are missing. */
  async end(): Promise<void> {
    if (this.#frames !== Math.ceil(this.#samples / this.#sound.frameSamples))
      throw new AudiobookError('media-failed', 'The encoder wrote less audio than it was given.');
    const head = this.#head(this.#hash.digest());
    await this.#write(async () => await this.#file.write(head, 0, head.length, 0));
  }

  #numbered(frame: Buffer): Buffer {
    const numbered = numberedFrame(frame, this.#frames);
    this.#frames += 1;
    this.#shortest = Math.min(this.#shortest, numbered.length);
    this.#longest = Math.max(this.#longest, numbered.length);
    return numbered;
  }

  #head(md5: Buffer): Buffer {
    const { sampleRate, frameSamples } = this.#sound;
    const sizes = [this.#shortest, this.#longest].map((bytes) => u32(bytes).subarray(1));
    // 20 bits of the rate, 3 of the channels less one, 5 of the bits less one, 36 of the samples.
    const counts = Buffer.alloc(8);
    counts.writeBigUInt64BE((BigInt(sampleRate) << 44n) | (BigInt(bitsPerSample - 1) << 36n) | BigInt(this.#samples));
    return Buffer.concat([text('fLaC'), blockHead, u16(frameSamples, frameSamples), ...sizes, counts, md5]);
  }

  async #write(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (thrown) {
      throw outputError(thrown, this.#target);
    }
  }
}
