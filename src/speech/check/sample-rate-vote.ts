/** Newest answers that have a vote: eight in a row with one other rate show that the service has changed. */
const votedAnswers = 15;

/** Finds the one sample rate of a voice: that of most of its last answers, right or not. */
export class SampleRateVote {
  #rates: readonly number[];

  /** `known` is the rate in earlier runs. */
  constructor(known?: number) {
    this.#rates = known === undefined ? [] : Array.from({ length: votedAnswers }, () => known);
  }

  /** The voice's rate in samples per second, or undefined while it is not known. */
  get rate(): number | undefined {
    const countOf = (rate: number): number => this.#rates.filter((other) => other === rate).length;
    // Of two equally frequent rates the higher is more likely: services resample downwards.
    return this.#rates.toSorted((a, b) => countOf(b) - countOf(a) || b - a)[0];
  }

  /** Counts an answer. */
  add(rate: number): void {
    this.#rates = [...this.#rates, rate].slice(-votedAnswers);
  }

  /** Returns what is wrong with the rate of an answer, or undefined. */
  problem(rate: number): string | undefined {
    const { rate: usual = rate } = this;
    return usual === rate ? undefined : `The audio has ${rate} samples per second, the voice's other audio ${usual}.`;
  }
}
