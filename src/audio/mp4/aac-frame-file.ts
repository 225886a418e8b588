import type { FileHandle } from 'node:fs/promises';
import { AudiobookError } from '../../core/errors.ts';
import { outputError } from '../../core/files/output-error.ts';
import { adtsFrameBytes, adtsHeaderBytes } from './adts.ts';

/** The fields of an ADTS header that a player needs (ISO 13818-7, 6.2). */
export interface AacConfig {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channels: number;
}

/** Splits the ADTS stream of an encoder: writes the bare AAC frames to a file and keeps their sizes. */
export class AacFrameFile {
  readonly #file: FileHandle;
  readonly #target: string;
  #remainder: Buffer = Buffer.alloc(0);
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

  /** Adds the next piece of the stream. Throws `media-failed` when it is not ADTS, and the errors of `outputError`. */
  async add(chunk: Buffer): Promise<void> {
    try {
      await this.#append(this.#split(Buffer.concat([this.#remainder, chunk])));
    } catch (thrown) {
      throw outputError(thrown, this.#target);
    }
  }

  /** Throws `media-failed` when the stream ended inside a frame. */
  checkEnd(): void {
    if (this.#remainder.length > 0) throw new AudiobookError('media-failed', 'The AAC stream ends inside a frame.');
  }

  /** Returns the frames without their headers, one after the other, and keeps the rest. */
  #split(bytes: Buffer): Buffer {
    const payload = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    let at = 0;
    for (;;) {
      const frameBytes = adtsFrameBytes(bytes, at);
      if (frameBytes === undefined) break;
      this.#config ??= configOf(bytes.subarray(at, at + adtsHeaderBytes));
      const head = (bytes.readUInt8(at + 1) & 1) === 1 ? adtsHeaderBytes : adtsHeaderBytes + 2;
      length += bytes.copy(payload, length, at + head, at + frameBytes);
      this.#count(frameBytes - head);
      at += frameBytes;
    }
    this.#remainder = Buffer.from(bytes.subarray(at));
    return payload.subarray(0, length);
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

  async #append(bytes: Buffer): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      done += (await this.#file.write(bytes, done, bytes.length - done)).bytesWritten;
    }
  }
}

function configOf(header: Buffer): AacConfig {
  const bits = header.readUInt16BE(2);
  return { objectType: (bits >>> 14) + 1, rateIndex: (bits >>> 10) & 0xf, channels: (bits >>> 6) & 0x7 };
}
