import { fullScale } from '../../core/pcm.ts';
import { peakBetween, reach, steepest, truePeakWeights } from './true-peak-filter.ts';

/** Measures the true peak of one channel (ITU-R BS.1770-4) as audio arrives. Its memory does not grow. */
export class TruePeakMeter {
  readonly #weights: Float64Array;
  /** The last `2 * reach` samples, and behind them the next ones. Used again for each call. */
  #all = new Int16Array(2 * reach);
  /** The largest peak so far. An array, because V8 makes an object of each number that it puts into a field. */
  readonly #peak = new Float64Array(1);

  constructor(sampleRate: number) {
    this.#weights = truePeakWeights(sampleRate);
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
    const weights = this.#weights;
    const end = all.length - reach;
    let known = 0;
    let near = (peak[0] ?? 0) / steepest;
    for (let at = reach; at < end; at += 1) {
      const level = Math.abs(all[at] ?? 0);
      if (level <= near) continue;
      peak[0] = Math.max(peak[0] ?? 0, level);
      const before = known === at ? 0 : peakBetween(all, at - reach, weights);
      peak[0] = Math.max(peak[0] ?? 0, before, peakBetween(all, at + 1 - reach, weights));
      known = at + 1;
      near = (peak[0] ?? 0) / steepest;
    }
  }
}
