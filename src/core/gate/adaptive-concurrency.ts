/** Range of the number of requests in flight. */
export interface ConcurrencyRange {
  readonly start: number;
  readonly max: number;
  /** Default: 1. Equal to `max` when the user fixed the number. */
  readonly min?: number | undefined;
}

/** Responses may become this many times slower before more requests in flight count as useless. */
const tolerance = 2;

/** Weight of the newest response in the smoothed cost. */
const smoothing = 0.2;

/**
 * Finds how many requests to keep in flight. The level grows while responses stay as fast as they were: by one per
 * response at first, and by one per round after the first trouble. It halves when the service is overloaded.
 */
export class AdaptiveConcurrency {
  readonly #range: { readonly start: number; readonly min: number; readonly max: number };
  #level: number;
  #growth: 'fast' | 'slow' = 'fast';
  #cost: number | undefined;
  #bestCost = Infinity;
  /** Responses still to come to requests sent before the level was last halved. They do not show how the new level works. */
  #staleResponses = 0;

  constructor({ start, max, min = 1 }: ConcurrencyRange) {
    this.#range = { min, max, start };
    this.#level = Math.min(max, Math.max(min, start));
  }

  /** Number of requests that may be in flight now. */
  get level(): number {
    return Math.floor(this.#level);
  }

  /** Records a response. `cost` is its latency relative to the size of the request. */
  onSuccess(cost: number): void {
    this.#staleResponses = Math.max(0, this.#staleResponses - 1);
    this.#cost = this.#cost === undefined ? cost : this.#cost + smoothing * (cost - this.#cost);
    this.#bestCost = Math.min(this.#bestCost, this.#cost);
    if (this.#cost > this.#bestCost * tolerance) this.#growth = 'slow';
    else this.#level = Math.min(this.#range.max, this.#level + (this.#growth === 'fast' ? 1 : 1 / this.#level));
  }

  /** Records that the service is overloaded or did not respond in time. */
  onThrottle(): void {
    if (this.#staleResponses > 0) {
      this.#staleResponses -= 1;
      return;
    }
    this.#growth = 'slow';
    this.#staleResponses = this.level - 1;
    this.#level = Math.max(this.#range.min, this.#level / 2);
  }
}
