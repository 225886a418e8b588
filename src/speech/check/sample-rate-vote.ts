import { enoughToChange } from './limits.ts';

/** Finds the one sample rate of a voice: that of earlier runs, or of most answers. */
export class SampleRateVote {
  readonly #votes = new Map<number, number>();
  #known: number | undefined;
  #others = { rate: 0, count: 0 };

  constructor(known?: number) {
    this.#known = known;
  }

  /** The voice's rate in samples per second, or undefined while it is not known. */
  get rate(): number | undefined {
    if (this.#known !== undefined) return this.#known;
    const [most] = [...this.#votes].toSorted(([, a], [, b]) => b - a);
    return most?.[0];
  }

  /** Records the rate of accepted audio. */
  add(rate: number): void {
    this.#votes.set(rate, (this.#votes.get(rate) ?? 0) + 1);
  }

  /** Chooses the most frequent rate of the first answers, when none is known. */
  elect(rates: readonly number[]): void {
    if (this.rate !== undefined || rates.length === 0) return;
    const counts = new Map<number, number>();
    for (const rate of rates) counts.set(rate, (counts.get(rate) ?? 0) + 1);
    // Of two equally frequent rates the higher is more likely: services resample downwards.
    this.#known = [...counts].toSorted(([a, m], [b, n]) => n - m || b - a)[0]?.[0];
  }

  /** Reports whether a rate can be the voice's. */
  accepts(rate: number): boolean {
    return this.rate === undefined || this.rate === rate;
  }

  /** Returns what is wrong with the rate of an answer, or undefined. */
  problem(rate: number): string | undefined {
    if (this.accepts(rate)) {
      this.#others = { rate: 0, count: 0 };
      return undefined;
    }
    this.#others = { rate, count: rate === this.#others.rate ? this.#others.count + 1 : 1 };
    if (this.#others.count >= enoughToChange) {
      this.#known = rate;
      return undefined;
    }
    return `The audio has ${rate} samples per second, the voice's other audio ${this.rate}.`;
  }
}
