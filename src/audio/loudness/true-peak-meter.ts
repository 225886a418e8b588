/** Input samples on each side of a position between two samples. */
const reach = 12;
/** Oversampling of ITU-R BS.1770-4, annex 2. At low rates a peak lies further from a sample, relative to its period. */
const oversampling = { high: 4, low: 8, lowBelowRate: 32_000 };
/**
 * Peaks between two samples are computed only near samples that come within 4 dB of the largest peak so far. Only sounds close to
 * half the sample rate, which a voice does not have, overshoot their samples by more.
 */
const nearPeak = 1 / 1.6;
/** Positions between two samples that are computed at the same time. */
const groupSize = 4;
const fullScale = 32_768;

/** Measures the true peak of one channel (ITU-R BS.1770-4) as audio arrives. Its memory does not grow. */
export class TruePeakMeter {
  readonly #weights: Float64Array;
  /** The last `2 * reach` samples, and behind them the next ones. Used again for each call. */
  #all = new Int16Array(2 * reach);
  /** The largest peak so far. An array, because V8 makes an object of each number that it puts into a field. */
  readonly #peak = new Float64Array(1);

  constructor(sampleRate: number) {
    const positions = sampleRate < oversampling.lowBelowRate ? oversampling.low : oversampling.high;
    this.#weights = inGroups(filterPhases(positions));
  }

  /** Adds the next samples. */
  add(samples: Int16Array): void {
    const length = 2 * reach + samples.length;
    if (length > this.#all.length) {
      const larger = new Int16Array(length);
      larger.set(this.#all.subarray(0, 2 * reach));
      this.#all = larger;
    }
    this.#all.set(samples, 2 * reach);
    this.#hear(this.#all.subarray(0, length));
    this.#all.copyWithin(0, samples.length, length);
  }

  /** Returns the true peak in dBTP. -Infinity for silence. Call it after the last sample. */
  peakDb(): number {
    const silence = new Int16Array(reach);
    if (this.#all.subarray(0, 2 * reach).some((sample) => sample !== 0)) this.add(silence);
    return 20 * Math.log10((this.#peak[0] ?? 0) / fullScale);
  }

  #hear(all: Int16Array): void {
    const peak = this.#peak;
    const end = all.length - reach;
    let known = 0;
    let near = (peak[0] ?? 0) * nearPeak;
    for (let at = reach; at < end; at += 1) {
      const level = Math.abs(all[at] ?? 0);
      if (level <= near) continue;
      peak[0] = Math.max(peak[0] ?? 0, level);
      if (known !== at) this.#interpolate(all, at - reach);
      this.#interpolate(all, at + 1 - reach);
      known = at + 1;
      near = (peak[0] ?? 0) * nearPeak;
    }
  }

  /** Updates the peak from the positions between the samples in the middle of those from `first` on. */
  #interpolate(all: Int16Array, first: number): void {
    const peak = this.#peak;
    const weights = this.#weights;
    for (let at = 0; at < weights.length;) {
      let one = 0;
      let two = 0;
      let three = 0;
      let four = 0;
      for (let tap = first; tap < first + 2 * reach; tap += 1) {
        const sample = all[tap] ?? 0;
        one += (weights[at] ?? 0) * sample;
        two += (weights[at + 1] ?? 0) * sample;
        three += (weights[at + 2] ?? 0) * sample;
        four += (weights[at + 3] ?? 0) * sample;
        at += groupSize;
      }
      peak[0] = Math.max(peak[0] ?? 0, Math.abs(one), Math.abs(two), Math.abs(three), Math.abs(four));
    }
  }
}

/** Returns the weights of four positions after each other, those of one sample side by side, so that four sums grow at the same time. */
function inGroups(phases: readonly Float64Array[]): Float64Array {
  const groups = Math.ceil(phases.length / groupSize);
  return Float64Array.from({ length: groups * groupSize * 2 * reach }, (_, at) => {
    const group = Math.floor(at / (groupSize * 2 * reach));
    const phase = phases[group * groupSize + (at % groupSize)];
    return phase?.[Math.floor(at / groupSize) % (2 * reach)] ?? 0;
  });
}

/** Returns the weights of the samples from `reach` before to `reach - 1` after, for each position before the center sample. */
function filterPhases(count: number): Float64Array[] {
  return Array.from({ length: count - 1 }, (_, index) => {
    const fraction = (index + 1) / count;
    const weights = Float64Array.from({ length: 2 * reach }, (_value, tap) => {
      const distance = tap - reach + fraction;
      const window = Math.cos((Math.PI * distance) / (2 * reach)) ** 2;
      return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance);
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });
}
