/** Counts the places in the queue that are reserved for jobs not yet created. */
export class Reservations {
  #count = 0;

  /** Number of reserved places. */
  get count(): number {
    return this.#count;
  }

  /** Reserves a place. Disposing releases it; disposing again has no effect. */
  reserve(): Disposable {
    this.#count += 1;
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (held) this.#count -= 1;
        held = false;
      },
    };
  }
}
