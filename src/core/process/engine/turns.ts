import { untilAborted } from '../../deadline.ts';
import { throwIfCanceled } from '../../errors.ts';

/** Something that waits for its turn. */
interface Waiting {
  readonly size: number;
  readonly start: () => void;
}

/** Turns of a fixed number of places, in the order of asking. A turn may take one place or all of them. */
export class Turns {
  readonly #places: number;
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  /**
   * Runs an attempt beside others, and where its result is not certain, as others may have caused it, once more while nothing else
   * runs. An abort ends the wait; the turn is given back by itself.
   */
  async settle<T>(attempt: () => Promise<T>, isCertain: (result: T) => boolean, signal: AbortSignal): Promise<T> {
    throwIfCanceled(signal);
    const result = await untilAborted(this.#run(1, attempt), signal);
    return isCertain(result) ? result : await untilAborted(this.#run(this.#places, attempt), signal);
  }

  async #run<T>(size: number, run: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ size, start });
      this.#startNext();
    });
    try {
      return await run();
    } finally {
      this.#free += size;
      this.#startNext();
    }
  }

  #startNext(): void {
    for (let [next] = this.#waiting; next && next.size <= this.#free; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#free -= next.size;
      next.start();
    }
  }
}
