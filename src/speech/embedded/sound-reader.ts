import { uninitialized } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { soundHeadBytes } from './engine-protocol.ts';

/** Puts the audio of an engine process together as it arrives. */
export class SoundReader {
  readonly #onSound: (pcm: Pcm) => void;
  #head = Buffer.alloc(0);
  #samples = uninitialized(0);
  /** The bytes of the samples. */
  #sound: Uint8Array | undefined;
  #filled = 0;

  /** `onSound` is called with each audio that is complete. */
  constructor(onSound: (pcm: Pcm) => void) {
    this.#onSound = onSound;
  }

  /** Takes the next bytes of the process. */
  add(bytes: Buffer): void {
    let rest = this.#sound === undefined ? this.#readHead(bytes) : bytes;
    while (this.#sound !== undefined) {
      const own = rest.subarray(0, this.#sound.length - this.#filled);
      this.#sound.set(own, this.#filled);
      this.#filled += own.length;
      if (this.#filled < this.#sound.length) return;
      const samples = this.#samples;
      const sampleRate = this.#head.readUInt32LE(0);
      this.#head = Buffer.alloc(0);
      this.#sound = undefined;
      this.#onSound({ samples, sampleRate });
      rest = this.#readHead(rest.subarray(own.length));
    }
  }

  /** Returns what follows the head. */
  #readHead(bytes: Buffer): Buffer {
    const missing = soundHeadBytes - this.#head.length;
    this.#head = Buffer.concat([this.#head, bytes.subarray(0, missing)]);
    if (this.#head.length < soundHeadBytes) return Buffer.alloc(0);
    this.#samples = uninitialized(this.#head.readUInt32LE(4));
    this.#sound = new Uint8Array(this.#samples.buffer);
    this.#filled = 0;
    return bytes.subarray(missing);
  }
}
