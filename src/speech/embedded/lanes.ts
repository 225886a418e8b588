import { setMaxListeners } from 'node:events';
import { canceled, throwIfCanceled } from '../../core/errors.ts';

/** Lets only so many pieces of work run at a time, first come first served. */
export class Lanes {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs work when a lane is free. An abort ends the wait with `canceled`. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    throwIfCanceled(signal);
    // Any number of requests may wait for one signal: no leak to warn of.
    setMaxListeners(0, signal);
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  /** Waits until a lane is handed over. */
  async #turn(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(canceled(signal));
      };
      const enter = (): void => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
