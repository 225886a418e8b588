import type { Pcm } from '../../core/pcm.ts';

/** Hops in which the energy of a sound is summed: 5 ms. */
const hopsPerSecond = 200;

/** The energy of the last part of a sound that is read as a stream. */
export class EnergyWindow {
  readonly #hop: number;
  readonly #hopSeconds: number;
  /** Energy of each hop, from hop `#first` on. */
  #hops: number[] = [];
  #first = 0;
  #open = { sum: 0, samples: 0 };

  /** @param sampleRate Samples per second of the sound that is added. */
  constructor(sampleRate: number) {
    this.#hop = Math.max(1, Math.round(sampleRate / hopsPerSecond));
    this.#hopSeconds = this.#hop / sampleRate;
  }

  /** Seconds that were added. */
  get seconds(): number {
    return (this.#first + this.#hops.length) * this.#hopSeconds;
  }

  /** Adds the next samples. */
  add({ samples }: Pcm): void {
    let { sum, samples: count } = this.#open;
    for (let at = 0; at < samples.length; at += 1) {
      sum += (samples[at] ?? 0) ** 2;
      count += 1;
      if (count < this.#hop) continue;
      this.#hops.push(sum / count);
      [sum, count] = [0, 0];
    }
    this.#open = { sum, samples: count };
  }

  /** Forgets what is before a time. */
  forget(seconds: number): void {
    const past = Math.floor(seconds / this.#hopSeconds) - this.#first;
    const count = Math.max(0, Math.min(past, this.#hops.length));
    this.#hops = this.#hops.slice(count);
    this.#first += count;
  }

  /** Returns the levels (RMS) of steps of equal length between two times. Nothing is heard outside of the sound. */
  levels(from: number, to: number, steps: number): Float64Array {
    const start = from / this.#hopSeconds - this.#first;
    const step = (to - from) / this.#hopSeconds / steps;
    return Float64Array.from({ length: steps }, (_, at) => this.#level(start + at * step, start + (at + 1) * step));
  }

  /** Returns the level between two positions, in hops. */
  #level(from: number, to: number): number {
    let sum = 0;
    for (let hop = Math.floor(from); hop < to; hop += 1) {
      const share = Math.min(to, hop + 1) - Math.max(from, hop);
      sum += share * (this.#hops[hop] ?? 0);
    }
    return Math.sqrt(sum / Math.max(Number.EPSILON, to - from));
  }
}
