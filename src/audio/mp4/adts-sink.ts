import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { AudiobookError } from '../../core/errors.ts';
import { outputError } from '../../core/output-error.ts';

/** What the header of every frame of an AAC stream tells (ISO 13818-7, 6.2). */
export interface AacConfig {
  readonly objectType: number;
  readonly rateIndex: number;
  readonly channels: number;
}

const HEADER_BYTES = 7;

/** Takes an ADTS stream as an encoder writes it: the bare frames go to a file, their sizes stay here. */
export class AdtsSink extends Writable {
  readonly #file: FileHandle;
  readonly #target: string;
  #rest: Buffer = Buffer.alloc(0);
  #sizes = new Uint16Array(4096);
  #frames = 0;
  #config: AacConfig | undefined;

  /** `target` is what the file is for, for messages. */
  constructor(file: FileHandle, target: string) {
    // fluent-ffmpeg takes the close of an output that has finished for a failure.
    super({ emitClose: false, autoDestroy: false });
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

  override _write(chunk: Buffer, _encoding: BufferEncoding, taken: (error?: Error | null) => void): void {
    void this.#consume(chunk).then(taken);
  }

  override _final(done: (error?: Error | null) => void): void {
    done(
      this.#rest.length === 0 ? undefined : new AudiobookError('media-failed', 'The AAC stream ends inside a frame.'),
    );
  }

  async #consume(chunk: Buffer): Promise<Error | undefined> {
    try {
      const payloads = this.#take(Buffer.concat([this.#rest, chunk]));
      await this.#append(Buffer.concat(payloads));
      return undefined;
    } catch (thrown) {
      return outputError(thrown, this.#target);
    }
  }

  #take(bytes: Buffer): Buffer[] {
    const payloads: Buffer[] = [];
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      if ((bytes.readUInt16BE(at) & 0xff_f6) !== 0xff_f0) {
        throw new AudiobookError('media-failed', 'The encoder did not write an AAC stream.');
      }
      const length = (bytes.readUIntBE(at + 3, 3) >>> 5) & 0x1f_ff;
      if (length < HEADER_BYTES) throw new AudiobookError('media-failed', 'The encoder wrote a broken AAC frame.');
      if (bytes.length - at < length) break;
      this.#config ??= configOf(bytes.subarray(at, at + HEADER_BYTES));
      const head = (bytes.readUInt8(at + 1) & 1) === 1 ? HEADER_BYTES : HEADER_BYTES + 2;
      payloads.push(bytes.subarray(at + head, at + length));
      this.#count(length - head);
      at += length;
    }
    this.#rest = Buffer.from(bytes.subarray(at));
    return payloads;
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
