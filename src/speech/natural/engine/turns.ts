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

  /** Runs a function in one place, beside others. */
  async shared<T>(run: () => Promise<T>): Promise<T> {
    return await this.#run(1, run);
  }

  /** Runs a function while nothing else runs. */
  async alone<T>(run: () => Promise<T>): Promise<T> {
    return await this.#run(this.#places, run);
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
