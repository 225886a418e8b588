export interface ConcurrencyRange {
  readonly start: number;
  readonly max: number;
  /** Never fewer than this; equal to `max` when the user fixed the number. */
  readonly min?: number;
}

/** Answers may become this much slower before more requests in flight count as no gain. */
const tolerance = 2;

/** Weight of the newest answer in the smoothed cost. */
const smoothing = 0.2;

/**
 * How many requests to keep in flight: grows while answers stay as quick as they were, by one an answer at first and
 * by one a round after the first trouble; halves when the service is overloaded.
 */
export class AdaptiveConcurrency {
  readonly #range: Required<ConcurrencyRange>;
  #level: number;
  #growth: 'fast' | 'slow' = 'fast';
  #cost: number | undefined;
  #bestCost = Infinity;
  /** Answers of the round in which the level was last halved: they say nothing about the new level. */
  #oldAnswers = 0;

  constructor({ start, max, min = 1 }: ConcurrencyRange) {
    this.#range = { min, max, start };
    this.#level = Math.min(max, Math.max(min, start));
  }

  /** Requests that may be in flight now; a whole number. */
  get level(): number {
    return Math.floor(this.#level);
  }

  /** An answer came; `cost` is its latency, for the size of what was asked. */
  onSuccess(cost: number): void {
    this.#oldAnswers = Math.max(0, this.#oldAnswers - 1);
    this.#cost = this.#cost === undefined ? cost : this.#cost + smoothing * (cost - this.#cost);
    this.#bestCost = Math.min(this.#bestCost, this.#cost);
    if (this.#cost > this.#bestCost * tolerance) this.#growth = 'slow';
    else this.#level = Math.min(this.#range.max, this.#level + (this.#growth === 'fast' ? 1 : 1 / this.#level));
  }

  /** The service said that it is overloaded, or did not answer in time. */
  onThrottle(): void {
    if (this.#oldAnswers > 0) {
      this.#oldAnswers -= 1;
      return;
    }
    this.#growth = 'slow';
    this.#oldAnswers = this.level - 1;
    this.#level = Math.max(this.#range.min, this.#level / 2);
  }
}
