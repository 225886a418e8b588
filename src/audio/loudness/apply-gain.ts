import { uninitialized } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';

/** Time in which the limiter releases after a peak. */
const releaseSeconds = 0.05;
/** Time before a peak at which the limiter begins. */
const attackSeconds = 0.005;
const fullScale = 32_768;
/** Below this share of the gain, the limiter is at rest: less than a tenth of the smallest step of a sample. */
const restShare = 1e-6;

/** Options of `applyGain`. */
export interface GainOptions {
  readonly gainDb: number;
  /** Upper limit of the samples in dBFS. */
  readonly ceilingDb: number;
  /** The result of `peakOf` for the samples, if known. */
  readonly peak?: number | undefined;
  /** Takes the result. May be the samples themselves. Default: new memory. */
  readonly output?: Int16Array | undefined;
}

/**
 * Returns audio with a constant gain. Peaks above the ceiling are turned down smoothly, without delay. Without such peaks it
 * is a plain multiplication.
 */
export function applyGain({ samples, sampleRate }: Pcm, options: GainOptions): Int16Array {
  const { gainDb, ceilingDb, peak = peakOf(samples), output = uninitialized(samples.length) } = options;
  const gain = 10 ** (gainDb / 20);
  if (peak * gain > fullScale * 10 ** (ceilingDb / 20))
    return limited({ samples, sampleRate }, { gainDb, ceilingDb, output });
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

type LimiterOptions = Required<Pick<GainOptions, 'gainDb' | 'ceilingDb'>> & { readonly output: Int16Array };

/** Samples that are looked at together: where none of them is near the ceiling, the limiter is at rest. */
const blockSamples = 512;
/** Memory for longer segments, which are rare, is not kept. */
const maxKeptReductions = 2 ** 21;

/** Those of the segment before, whose memory is used again: without that, collecting it takes longer than the limiter. */
let keptReductions = new Float64Array();

/**
 * One direction of the limiter: by how much the gain is reduced now, the gain at rest, and the share of the reduction that is left
 * after each sample. A sample waits for a single multiplication of the one before. Functions with a loop over samples get their
 * numbers in such an array, element by element: V8 knows that these are numbers, and puts what it does not know to be a number
 * into an object of its own for every sample.
 */
type Slope = Float64Array;

/**
 * Returns audio with a gain that keeps every sample, and the peaks around it, below the ceiling. Most samples are far from a peak:
 * there the gain is at rest.
 */
function limited({ samples, sampleRate }: Pcm, { gainDb, ceilingDb, output }: LimiterOptions): Int16Array {
  const gain = 10 ** (gainDb / 20);
  const ceiling = fullScale * 10 ** (ceilingDb / 20);
  const reductions = roomForReductions(samples.length);
  const blockAt = (start: number): Block => ({
    samples: samples.subarray(start, start + blockSamples),
    reductions: reductions.subarray(start, Math.min(start + blockSamples, samples.length)),
    output: output.subarray(start, start + blockSamples),
  });
  const resting = new Uint8Array(Math.ceil(samples.length / blockSamples));
  const released = slopeOf(gain, releaseSeconds * sampleRate);
  for (let index = 0; index < resting.length; index += 1) {
    const block = blockAt(index * blockSamples);
    if (released[0] === 0 && peakOf(block.samples) * gain <= ceiling) resting[index] = 1;
    else release(block, released, ceiling);
  }
  const attacked = slopeOf(gain, attackSeconds * sampleRate);
  for (let index = resting.length - 1; index >= 0; index -= 1) {
    const block = blockAt(index * blockSamples);
    if (resting[index] === 1 && attacked[0] === 0) multiply(block.samples, gain, block.output);
    else {
      if (resting[index] === 1) block.reductions.fill(0);
      attack(block, attacked);
    }
  }
  return output;
}

interface Block {
  readonly samples: Int16Array;
  /** For every sample, what must be taken from the gain to keep it, and the peaks before it, below the ceiling. */
  readonly reductions: Float64Array;
  readonly output: Int16Array;
}

function slopeOf(gain: number, samples: number): Slope {
  return Float64Array.of(0, gain, Math.exp(-1 / samples));
}

function release({ samples, reductions }: Block, slope: Slope, ceiling: number): void {
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  const left = slope[2] ?? 0;
  const rest = gain * restShare;
  for (let at = 0; at < samples.length; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    current *= left;
    if (current < rest) current = 0;
    if (level * (gain - current) > ceiling) current = gain - ceiling / level;
    reductions[at] = current;
  }
  slope[0] = current;
}

function attack({ samples, reductions, output }: Block, slope: Slope): void {
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  const left = slope[2] ?? 0;
  const rest = gain * restShare;
  for (let at = samples.length - 1; at >= 0; at -= 1) {
    const needed = reductions[at] ?? 0;
    current *= left;
    if (current < rest) current = 0;
    if (current < needed) current = needed;
    output[at] = rounded((samples[at] ?? 0) * (gain - current));
  }
  slope[0] = current;
}

function roomForReductions(count: number): Float64Array {
  if (count > maxKeptReductions) return new Float64Array(count);
  if (count > keptReductions.length) keptReductions = new Float64Array(count);
  return keptReductions;
}
