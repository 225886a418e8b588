import { fullScale } from '../../core/pcm.ts';
import type { Pcm, SampleRange } from '../../core/pcm.ts';
import { mean, sum } from '../../core/statistics.ts';

/** Gates of EBU R128: quieter blocks, absolute or relative to the others, are pauses. */
const absoluteGateLufs = -70;
const relativeGateLu = -10;
/** Interval of the measurements in milliseconds. */
export const hopMs = 100;
const hopsPerBlock = 4;
/** Blocks are counted in a histogram, so that a long book takes as much memory as a short one. */
const binsPerLu = 10;
const binCount = (20 - absoluteGateLufs) * binsPerLu;

interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

/** Returns the mean weighted energy of each 100 ms (and of the remainder), from which `LoudnessMeter` computes the loudness. */
export function hopEnergies({ samples, sampleRate }: Pcm): Float32Array {
  const hop = hopSamples(sampleRate);
  const weighting = new Weighting(sampleRate);
  const energies = new Float32Array(hopCount(samples.length, sampleRate));
  const energy = new Float64Array(1);
  for (let index = 0; index < energies.length; index += 1) {
    const start = index * hop;
    const end = Math.min(start + hop, samples.length);
    energy[0] = 0;
    weighting.add(samples, { start, end }, energy);
    energies[index] = energy[0] / (end - start);
  }
  return energies;
}

/** Measures loudness as audio arrives: EBU R128, ITU-R BS.1770-4, one channel or two. Its memory does not grow. */
export class LoudnessMeter {
  readonly #hopSamples: number;
  readonly #weightings: readonly Weighting[];
  /** Number of blocks per bin, and the sum of their energies. */
  readonly #counts = new Float64Array(binCount);
  readonly #energies = new Float64Array(binCount);
  /** The last hops, at most one block. */
  readonly #block: number[] = [];
  /** Energy of the hop so far, of each channel. */
  readonly #hopEnergies: Float64Array;
  /** The same memory, one array for each channel. */
  readonly #channelEnergies: readonly Float64Array[];
  #hopFilled = 0;

  constructor(sampleRate: number, channels = 1) {
    this.#hopSamples = hopSamples(sampleRate);
    this.#weightings = Array.from({ length: channels }, () => new Weighting(sampleRate));
    this.#hopEnergies = new Float64Array(channels);
    this.#channelEnergies = this.#weightings.map((_, index) => this.#hopEnergies.subarray(index, index + 1));
  }

  /** Adds the next samples, one array per channel, all of the same length. */
  add(...channels: readonly Int16Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (let start = 0; start < length;) {
      const end = Math.min(length, start + this.#hopSamples - this.#hopFilled);
      for (const [index, samples] of channels.entries()) {
        const energy = this.#channelEnergies[index];
        if (energy) this.#weightings[index]?.add(samples, { start, end }, energy);
      }
      this.#fill(end - start);
      start = end;
    }
  }

  /** Adds the next samples by their number and the result of `hopEnergies`. */
  addMeasured(energies: Float32Array, samples: number): void {
    let left = samples;
    for (let index = 0; index < energies.length; index += 1) {
      const length = index === energies.length - 1 ? left : Math.min(left, this.#hopSamples);
      this.#hopEnergies[0] = (this.#hopEnergies[0] ?? 0) + (energies[index] ?? 0) * length;
      this.#fill(length);
      left -= length;
    }
  }

  /** Adds everything that another meter heard. Blocks do not cross the border. */
  addAll(other: LoudnessMeter): void {
    for (let bin = 0; bin < binCount; bin += 1) {
      this.#counts[bin] = (this.#counts[bin] ?? 0) + (other.#counts[bin] ?? 0);
      this.#energies[bin] = (this.#energies[bin] ?? 0) + (other.#energies[bin] ?? 0);
    }
  }

  /** Returns the loudness of everything so far in LUFS. -Infinity for silence. */
  integrated(): number {
    const gate = loudnessOfEnergy(this.#meanFrom(0)) + relativeGateLu;
    return loudnessOfEnergy(this.#meanFrom(Number.isFinite(gate) ? Math.max(0, Math.round(binOf(gate))) : 0));
  }

  /** A hop ends after 100 ms. Where pieces meet, it may last up to twice as long. Its mean counts. */
  #fill(samples: number): void {
    this.#hopFilled += samples;
    if (this.#hopFilled < this.#hopSamples) return;
    this.#block.push(sum(this.#hopEnergies) / this.#hopFilled);
    if (this.#block.length > hopsPerBlock) this.#block.shift();
    this.#hopEnergies.fill(0);
    this.#hopFilled = 0;
    if (this.#block.length === hopsPerBlock) this.#count(mean(this.#block));
  }

  #count(energy: number): void {
    const bin = Math.floor(binOf(loudnessOfEnergy(energy)));
    if (!(bin >= 0)) return;
    const index = Math.min(bin, binCount - 1);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#energies[index] = (this.#energies[index] ?? 0) + energy;
  }

  #meanFrom(bin: number): number {
    const count = sum(this.#counts.subarray(bin));
    return count === 0 ? 0 : sum(this.#energies.subarray(bin)) / count;
  }
}

/** K-weighting of BS.1770 for one stream of samples. */
class Weighting {
  readonly #shelf: Biquad;
  readonly #highPass: Biquad;
  /** The last two samples, the last two of the shelf, and the last two of the high pass. */
  readonly #state = new Float64Array(6);

  constructor(sampleRate: number) {
    this.#shelf = shelfFilter(sampleRate);
    this.#highPass = highPassFilter(sampleRate);
  }

  /**
   * Adds the weighted energy of the next samples to `total`, an array because V8 knows that its element is a number. Each sample is
   * added by itself, so that the result does not depend on the pieces in which audio arrives.
   */
  add(samples: Int16Array, { start, end }: SampleRange, total: Float64Array): void {
    const { b, a } = this.#shelf;
    const b0 = b[0] / fullScale;
    const b1 = b[1] / fullScale;
    const b2 = b[2] / fullScale;
    const a1 = a[0];
    const a2 = a[1];
    const c1 = this.#highPass.a[0];
    const c2 = this.#highPass.a[1];
    let x1 = this.#state[0] ?? 0;
    let x2 = this.#state[1] ?? 0;
    let s1 = this.#state[2] ?? 0;
    let s2 = this.#state[3] ?? 0;
    let w1 = this.#state[4] ?? 0;
    let w2 = this.#state[5] ?? 0;
    let energy = total[0] ?? 0;
    for (let at = start; at < end; at += 1) {
      const x = samples[at] ?? 0;
      // In this order, a sample waits for two operations on the one before: the last of each line.
      const s = b0 * x + b1 * x1 + (b2 * x2 - a2 * s2) - a1 * s1;
      const w = s - s1 - (s1 - s2) - c2 * w2 - c1 * w1;
      energy += w * w;
      x2 = x1;
      x1 = x;
      s2 = s1;
      s1 = s;
      w2 = w1;
      w1 = w;
    }
    this.#state[0] = x1;
    this.#state[1] = x2;
    this.#state[2] = s1;
    this.#state[3] = s2;
    this.#state[4] = w1;
    this.#state[5] = w2;
    total[0] = energy;
  }
}

/** Returns how many energies `hopEnergies` returns for a number of samples. */
export function hopCount(samples: number, sampleRate: number): number {
  return Math.ceil(samples / hopSamples(sampleRate));
}

function hopSamples(sampleRate: number): number {
  return Math.round((sampleRate * hopMs) / 1000);
}

function binOf(lufs: number): number {
  return (lufs - absoluteGateLufs) * binsPerLu;
}

/** Returns the loudness in LUFS of a mean weighted energy. */
export function loudnessOfEnergy(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

/** Models the head: a high shelf of 4 dB. BS.1770 gives coefficients for 48 kHz. These are the analog values behind them. */
function shelfFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

/** Removes frequencies below hearing. */
function highPassFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}
