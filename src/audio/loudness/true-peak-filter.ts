/** Input samples on each side of a position between two samples. */
export const reach = 12;
/** Oversampling of ITU-R BS.1770-4, annex 2. At low rates a peak lies further from a sample, relative to its period. */
const oversampling = { high: 4, low: 8, lowBelowRate: 32_000 };
/** Positions between two samples that are computed at the same time. */
const groupSize = 4;

/**
 * Peaks between two samples are at most this many times higher (4 dB), so that they are computed only near high samples. Only sounds
 * close to half the sample rate, which a voice does not have, overshoot their samples by more.
 */
export const steepest = 1.6;

/** Returns the weights for `peakBetween` at a sample rate. */
export function truePeakWeights(sampleRate: number): Float64Array {
  return inGroups(filterPhases(sampleRate < oversampling.lowBelowRate ? oversampling.low : oversampling.high));
}

/** Returns the largest level between the two samples in the middle of the `2 * reach` from `first` on (ITU-R BS.1770-4). */
export function peakBetween(all: Int16Array, first: number, weights: Float64Array): number {
  let peak = 0;
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
    peak = Math.max(peak, Math.abs(one), Math.abs(two), Math.abs(three), Math.abs(four));
  }
  return peak;
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
