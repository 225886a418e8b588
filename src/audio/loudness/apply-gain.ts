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
  multiply({ samples, output }, { start: 0, end: samples.length }, gain);
  return output;
}

function multiply({ samples, output }: Omit<Sound, 'reductions'>, { start, end }: Block, gain: number): void {
  for (let at = start; at < end; at += 1) output[at] = rounded((samples[at] ?? 0) * gain);
}

/** `Math.round` takes six times as long. */
function rounded(value: number): number {
  return Math.floor(value + 0.5);
}

/** Returns the largest absolute sample, or that of a range. */
export function peakOf(samples: Int16Array, start = 0, end = samples.length): number {
  let peak = 0;
  for (let at = start; at < end; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    if (level > peak) peak = level;
  }
  return peak;
}

type LimiterOptions = Pick<GainOptions, 'gainDb' | 'ceilingDb'> & { readonly output: Int16Array };

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
  const sound = { samples, reductions: roomForReductions(samples.length), output };
  const resting = new Uint8Array(Math.ceil(samples.length / blockSamples));
  const released = slopeOf(gain, releaseSeconds * sampleRate);
  for (let index = 0; index < resting.length; index += 1) {
    const block = blockAt(index, samples.length);
    if (released[0] === 0 && peakOf(samples, block.start, block.end) * gain <= ceiling) resting[index] = 1;
    else release(sound, block, released, ceiling);
  }
  const attacked = slopeOf(gain, attackSeconds * sampleRate);
  for (let index = resting.length - 1; index >= 0; index -= 1) {
    const block = blockAt(index, samples.length);
    if (resting[index] === 1 && attacked[0] === 0) multiply(sound, block, gain);
    else {
      if (resting[index] === 1) sound.reductions.fill(0, block.start, block.end);
      attack(sound, block, attacked);
    }
  }
  return output;
}

/** What the limiter reads and writes. */
interface Sound {
  readonly samples: Int16Array;
  /** For every sample, what must be taken from the gain to keep it, and the peaks before it, below the ceiling. */
  readonly reductions: Float64Array;
  readonly output: Int16Array;
}

/** A range of samples. */
interface Block {
  readonly start: number;
  readonly end: number;
}

function blockAt(index: number, samples: number): Block {
  const start = index * blockSamples;
  return { start, end: Math.min(start + blockSamples, samples) };
}

function slopeOf(gain: number, samples: number): Slope {
  return Float64Array.of(0, gain, Math.exp(-1 / samples));
}

function release({ samples, reductions }: Sound, { start, end }: Block, slope: Slope, ceiling: number): void {
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  const left = slope[2] ?? 0;
  const rest = gain * restShare;
  for (let at = start; at < end; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    current *= left;
    if (current < rest) current = 0;
    if (level * (gain - current) > ceiling) current = gain - ceiling / level;
    reductions[at] = current;
  }
  slope[0] = current;
}

function attack({ samples, reductions, output }: Sound, { start, end }: Block, slope: Slope): void {
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  const left = slope[2] ?? 0;
  const rest = gain * restShare;
  for (let at = end - 1; at >= start; at -= 1) {
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
