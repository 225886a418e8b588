import { countProcessors } from '../../../core/process/count-processors.ts';

const maxQueuedBytes = 64 * 1024 * 1024;
/** An encoder ends with audio behind its part, which comes only when that before the next part, which waits for it, has room. */
const minQueuedBytes = 4 * 1024 * 1024;
const bytesPerSample = 2;
const usualSampleRate = 24_000;

/** A shorter part costs more for the start of its encoder: 46 ms, of 1 s for the audio. A longer one takes more memory. */
const defaultPartSeconds = 300;

/** Options of `EncoderPool`. */
export interface EncoderPoolOptions {
  /** Encoders that may run at the same time. Default: one for each processor. Does not change what is written. */
  readonly encoders?: number | undefined;
  /** Length of a part, rounded to frames of the codec. Default: 300. */
  readonly partSeconds?: number | undefined;
  /** Samples per second of the audio, which decide how much of it may wait. Default: 24,000. */
  readonly sampleRate?: number | undefined;
}

/** Shared by the files of a book: encoders that may run at the same time, and memory for audio that waits for them. */
export class EncoderPool {
  readonly encoders: number;
  readonly partSeconds: number;
  readonly sampleRate: number;
  readonly #maxQueuedBytes: number;
  /** Those who wait for an encoder, the first first. */
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #queuedBytes = 0;
  #blocked: (() => void)[] = [];

  constructor(options: EncoderPoolOptions = {}) {
    const { encoders = countProcessors(), partSeconds = defaultPartSeconds, sampleRate = usualSampleRate } = options;
    this.encoders = encoders;
    this.partSeconds = partSeconds;
    this.sampleRate = sampleRate;
    // Encoders at different places of their parts have half a part left on average, all but the one whose audio arrives now. Where
    // they are not, the room that is missing soon sees to it.
    const halves = Math.max(1, encoders - 1);
    const bytes = (halves * partSeconds * sampleRate * bytesPerSample) / 2;
    this.#maxQueuedBytes = Math.max(minQueuedBytes, Math.min(bytes, maxQueuedBytes));
  }

  /** Runs work as soon as an encoder is free, in the order of the calls. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.encoders) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Counts audio that waits for an encoder. */
  queue(bytes: number): void {
    this.#queuedBytes += bytes;
  }

  /** Counts audio that an encoder has taken, or that is not needed anymore. */
  release(bytes: number): void {
    this.#queuedBytes -= bytes;
    if (this.#queuedBytes > this.#maxQueuedBytes) return;
    const blocked = this.#blocked;
    this.#blocked = [];
    for (const resolve of blocked) resolve();
  }

  /** Resolves when there is room for more audio. */
  async room(): Promise<void> {
    if (this.#queuedBytes > this.#maxQueuedBytes) await new Promise<void>((resolve) => this.#blocked.push(resolve));
  }
}
