import type { Pcm } from '../../core/pcm.ts';

/** Time in which the limiter releases after a peak. */
const releaseSeconds = 0.05;
/** Time before a peak at which the limiter begins. */
const attackSeconds = 0.005;
const fullScale = 32_768;
/** Closer to the gain than this, in shares, the limiter is at rest: less than a tenth of the smallest step of a sample. */
const restShare = 1 - 1e-6;

/** Options of `applyGain`. */
export interface GainOptions {
  readonly gainDb: number;
  /** Upper limit of the samples in dBFS. */
  readonly ceilingDb: number;
  /** The result of `peakOf` for the samples, if known. */
  readonly peak?: number | undefined;
}

/**
 * Returns audio with a constant gain. Peaks above the ceiling are turned down smoothly, without delay. Without such peaks it
 * is a plain multiplication.
 */
export function applyGain({ samples, sampleRate }: Pcm, options: GainOptions): Int16Array {
  const { gainDb, ceilingDb, peak = peakOf(samples) } = options;
  const gain = 10 ** (gainDb / 20);
  if (peak * gain > fullScale * 10 ** (ceilingDb / 20)) return limited({ samples, sampleRate }, options);
  const output = new Int16Array(samples.length);
  multiply(samples, gain, output);
  return output;
}

function multiply(samples: Int16Array, gain: number, output: Int16Array): void {
  for (let at = 0; at < samples.length; at += 1) output[at] = rounded((samples[at] ?? 0) * gain);
}

/** `Math.round` takes six times as long. */
function rounded(value: number): number {
  return Math.floor(value + 0.5);
}

/** Returns the largest absolute sample. */
export function peakOf(samples: Int16Array): number {
  let peak = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    if (level > peak) peak = level;
  }
  return peak;
}

/** Samples that are looked at together: where none of them is near the ceiling, the limiter is at rest. */
const blockSamples = 1024;
/** Gains of longer segments, which are rare, are not kept. */
const maxKeptGains = 2 ** 21;

/** Gains of the segment before, whose memory is used again: without that, collecting it takes longer than the limiter. */
let keptGains = new Float64Array();

/**
 * One direction of the limiter: the current gain, the gain at rest, and the share of the way back to it in each sample. Functions
 * with a loop over samples get their numbers in such an array, element by element: V8 knows that these are numbers, and puts what
 * it does not know to be a number into an object of its own for every sample.
 */
type Slope = Float64Array;

/**
 * Returns audio with a gain that keeps every sample, and the peaks around it, below the ceiling. Most samples are far from a peak:
 * there the gain is at rest.
 */
function limited({ samples, sampleRate }: Pcm, { gainDb, ceilingDb }: GainOptions): Int16Array {
  const gain = 10 ** (gainDb / 20);
  const ceiling = fullScale * 10 ** (ceilingDb / 20);
  const output = new Int16Array(samples.length);
  const gains = roomForGains(samples.length);
  const blockAt = (start: number): Block => ({
    samples: samples.subarray(start, start + blockSamples),
    gains: gains.subarray(start, Math.min(start + blockSamples, samples.length)),
    output: output.subarray(start, start + blockSamples),
  });
  const released = slopeOf(gain, releaseSeconds * sampleRate);
  for (let start = 0; start < samples.length; start += blockSamples) {
    const block = blockAt(start);
    if (released[0] === gain && peakOf(block.samples) * gain <= ceiling) block.gains.fill(gain);
    else release(block, released, ceiling);
  }
  const attacked = slopeOf(gain, attackSeconds * sampleRate);
  const lastStart = Math.floor((samples.length - 1) / blockSamples) * blockSamples;
  for (let start = lastStart; start >= 0; start -= blockSamples) attack(blockAt(start), attacked);
  return output;
}

interface Block {
  readonly samples: Int16Array;
  /** For every sample the gain that keeps it, and the peaks before it, below the ceiling. */
  readonly gains: Float64Array;
  readonly output: Int16Array;
}

function slopeOf(gain: number, samples: number): Slope {
  return Float64Array.of(gain, gain, 1 - Math.exp(-1 / samples));
}

function release({ samples, gains }: Block, slope: Slope, ceiling: number): void {
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  const share = slope[2] ?? 0;
  const atRest = gain * restShare;
  for (let at = 0; at < samples.length; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    const next = current + (gain - current) * share;
    current = next > atRest ? gain : next;
    if (level * current > ceiling) current = ceiling / level;
    gains[at] = current;
  }
  slope[0] = current;
}

function attack({ samples, gains, output }: Block, slope: Slope): void {
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  const share = slope[2] ?? 0;
  const atRest = gain * restShare;
  for (let at = samples.length - 1; at >= 0; at -= 1) {
    const next = current + (gain - current) * share;
    current = Math.min(next > atRest ? gain : next, gains[at] ?? 0);
    output[at] = rounded((samples[at] ?? 0) * current);
  }
  slope[0] = current;
}

function roomForGains(count: number): Float64Array {
  if (count > maxKeptGains) return new Float64Array(count);
  if (count > keptGains.length) keptGains = new Float64Array(count);
  return keptGains;
}
