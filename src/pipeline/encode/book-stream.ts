import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedPart } from './recording.ts';
import { StreamWriter } from './stream-writer.ts';
import type { StreamWriterOptions } from './stream-writer.ts';

/** Options of `BookStream`. */
export interface BookStreamOptions extends StreamWriterOptions {
  /** Nothing is made before it exists: making it asks for the stream, also in the middle of a conversion. */
  readonly folder: string;
  /** Called when the stream cannot be made. The conversion goes on. */
  readonly onFailure: (thrown: unknown) => void;
}

/** Listeners do not wait for a full segment when nothing more comes for this time, and hardly at all for the first. */
const lullMs = { first: 50, next: 400 };

/**
 * Streams a book while it is made, as HLS segments in a folder. It reads the speech from the segment store rather than from the
 * conversion: it never holds the conversion up, it can begin late with the first sentence, and it continues what an earlier
 * process made. Its times are those of the finished book.
 */
export class BookStream implements AsyncDisposable {
  readonly #options: BookStreamOptions;
  readonly #stop = new AbortController();
  readonly #parts: (RecordedPart | undefined)[] = [];
  #hasAll = false;
  #running: Promise<void> | undefined;
  #wake: () => void = () => undefined;

  constructor(options: BookStreamOptions) {
    this.#options = options;
  }

  /** Adds what was recorded, in order. */
  add(part: RecordedPart): void {
    if (!this.#running && existsSync(this.#options.folder)) this.#running = this.#run();
    this.#parts.push(part);
    this.#wake();
  }

  /** Resolves when everything that was added can be heard. */
  async finish(): Promise<void> {
    this.#hasAll = true;
    this.#wake();
    await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.finish();
  }

  async #run(): Promise<void> {
    try {
      await this.#stream(AbortSignal.any([this.#options.signal, this.#stop.signal]));
    } catch (thrown) {
      if (!this.#stop.signal.aborted && !this.#options.signal.aborted) this.#options.onFailure(thrown);
    }
  }

  async #stream(signal: AbortSignal): Promise<void> {
    await using writer = new StreamWriter({ ...this.#options, signal });
    for (let next = 0; !signal.aborted;) {
      const part = this.#parts[next];
      if (part) {
        this.#parts[next] = undefined;
        next += 1;
        await writer.add(part);
      } else if (this.#hasAll) {
        await writer.end();
        return;
      } else if (await this.#isQuiet(writer.isEmpty ? lullMs.first : lullMs.next, signal)) await writer.cut();
    }
  }

  /** Waits for the next part. Returns true when it did not come within a lull. */
  async #isQuiet(ms: number, signal: AbortSignal): Promise<boolean> {
    const timer = new AbortController();
    const lull = delay(ms, true, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => false);
    const woken = new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(false);
    });
    const isQuiet = await Promise.race([lull, woken]);
    timer.abort();
    return isQuiet;
  }
}
