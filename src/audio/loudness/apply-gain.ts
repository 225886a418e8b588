import { uninitialized } from '../../core/pcm.ts';
import type { Pcm, SampleRange } from '../../core/pcm.ts';
import { peakBetween, reach, steepest, truePeakWeights } from './true-peak-filter.ts';

/** Time in which the limiter releases after a peak. */
const releaseSeconds = 0.05;
/** Time before a peak at which the limiter begins. */
const attackSeconds = 0.005;
/** A peak between two samples may exceed the ceiling by a quarter of a decibel: encoders add 0.5 dB to it, and have a margin of 0.8 dB. */
const overCeiling = 10 ** (0.25 / 20);
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
 * Returns audio with a constant gain. Peaks above the ceiling, and those between two samples that exceed it by a quarter of a decibel, are
 * turned down smoothly, without delay. Without such peaks it is a plain multiplication.
 */
export function applyGain({ samples, sampleRate }: Pcm, options: GainOptions): Int16Array {
  const { gainDb, ceilingDb, peak = peakOf(samples), output = uninitialized(samples.length) } = options;
  const gain = 10 ** (gainDb / 20);
  if (peak * gain * steepest > fullScale * 10 ** (ceilingDb / 20) * overCeiling)
    return limited({ samples, sampleRate }, { gainDb, ceilingDb, output });
  multiply({ samples, output }, { start: 0, end: samples.length }, gain);
  return output;
}

function multiply(
  { samples, output }: Pick<Sound, 'samples' | 'output'>,
  { start, end }: SampleRange,
  gain: number,
): void {
  for (let at = start; at < end; at += 1) output[at] = rounded((samples[at] ?? 0) * gain);
}

/** `Math.round` takes six times as long. */
function rounded(value: number): number {
  return Math.floor(value + 0.5);
}

/** Returns the largest absolute sample, or that of a range. */
export function peakOf(samples: Int16Array | Uint16Array, start = 0, end = samples.length): number {
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
/** Blocks that are limited together. What the limiter notes about them stays in the cache of a core. */
const windowBlocks = 64;

/**
 * One direction of the limiter: by how much the gain is reduced now, the gain at rest, and the share of the reduction that is left
 * after each sample. A sample waits for a single multiplication of the one before. Functions with a loop over samples get their
 * numbers in such an array, element by element: V8 knows that these are numbers, and puts what it does not know to be a number
 * into an object of its own for every sample.
 */
type Slope = Float64Array;

/**
 * Returns audio with a gain that keeps every sample, and the peaks around it, below the ceiling. Most samples are far from a peak:
 * there the gain is at rest. The audio is limited in windows. Each looks ahead as far as the attack of the highest peak reaches, so
 * that the windows do not change the result.
 */
function limited({ samples, sampleRate }: Pcm, { gainDb, ceilingDb, output }: LimiterOptions): Int16Array {
  const gain = 10 ** (gainDb / 20);
  const ceiling = fullScale * 10 ** (ceilingDb / 20);
  const blocks = Math.ceil(samples.length / blockSamples);
  const blocksAhead = Math.ceil((attackSeconds * sampleRate * -Math.log(restShare) + 1) / blockSamples);
  const ringBlocks = Math.min(blocks, windowBlocks + blocksAhead);
  const reductions = new Float64Array(ringBlocks * blockSamples);
  const levels = levelsOf({ samples, sampleRate }, (ceiling * overCeiling) / gain);
  const sound = { samples, levels, reductions, resting: new Uint8Array(blocks), output };
  const released = slopeOf(gain, releaseSeconds * sampleRate);
  let seen = 0;
  for (let first = 0; first < blocks; first += windowBlocks) {
    const end = Math.min(blocks, first + windowBlocks);
    for (; seen < Math.min(blocks, end + blocksAhead); seen += 1)
      release(sound, blockAt(seen, sound), released, ceiling);
    const attacked = slopeOf(gain, attackSeconds * sampleRate);
    for (let index = seen - 1; index >= end; index -= 1) foresee(sound, blockAt(index, sound), attacked);
    for (let index = end - 1; index >= first; index -= 1) attack(sound, blockAt(index, sound), attacked);
  }
  return output;
}

/** Input and output of the limiter. */
interface Sound {
  readonly samples: Int16Array;
  /** The level that the limiter sees at each sample. */
  readonly levels: Uint16Array;
  /**
   * For the samples of a window, and those ahead of it, what must be taken from the gain to keep each, and the peaks before it, below
   * the ceiling. A ring of blocks.
   */
  readonly reductions: Float64Array;
  /** 1 for each block in which, and in the release before which, there is nothing to limit. */
  readonly resting: Uint8Array;
  readonly output: Int16Array;
}

/** Samples that are limited together. */
interface Block extends SampleRange {
  readonly index: number;
  /** Offset of its reductions. */
  readonly ringStart: number;
}

function blockAt(index: number, { samples, reductions }: Sound): Block {
  const start = index * blockSamples;
  return { index, start, end: Math.min(start + blockSamples, samples.length), ringStart: start % reductions.length };
}

function slopeOf(gain: number, samples: number): Slope {
  return Float64Array.of(0, gain, Math.exp(-1 / samples));
}

/** Returns the absolute samples, and beside each peak between two of them that exceeds `limit`, levels that bring it down to it. */
function levelsOf({ samples, sampleRate }: Pcm, limit: number): Uint16Array {
  const levels = new Uint16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) levels[at] = Math.abs(samples[at] ?? 0);
  const weights = truePeakWeights(sampleRate);
  const near = limit / steepest;
  // A level that was raised is near, too.
  for (let at = reach; at + reach < samples.length; at += 1) {
    if (peakOf(levels, at, at + 2) <= near) continue;
    const level = Math.ceil(peakBetween(samples, at + 1 - reach, weights) / overCeiling);
    for (const beside of [at, at + 1]) levels[beside] = Math.max(levels[beside] ?? 0, level);
  }
  return levels;
}

function release({ levels, reductions, resting }: Sound, block: Block, slope: Slope, ceiling: number): void {
  const { index, start, end, ringStart } = block;
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  if (current === 0 && peakOf(levels, start, end) * gain <= ceiling) {
    resting[index] = 1;
    reductions.fill(0, ringStart, ringStart + blockSamples);
    return;
  }
  const left = slope[2] ?? 0;
  const rest = gain * restShare;
  const shift = ringStart - start;
  for (let at = start; at < end; at += 1) {
    const level = levels[at] ?? 0;
    current *= left;
    if (current < rest) current = 0;
    if (level * (gain - current) > ceiling) current = gain - ceiling / level;
    reductions[at + shift] = current;
  }
  slope[0] = current;
}

function attack(sound: Sound, block: Block, slope: Slope): void {
  const { samples, reductions, output } = sound;
  const { start, end, ringStart } = block;
  let current = slope[0] ?? 0;
  const gain = slope[1] ?? 0;
  if (isAtRest(sound, block, current)) {
    multiply(sound, block, gain);
    return;
  }
  const left = slope[2] ?? 0;
  const rest = gain * restShare;
  const shift = ringStart - start;
  for (let at = end - 1; at >= start; at -= 1) {
    const needed = reductions[at + shift] ?? 0;
    current *= left;
    if (current < rest) current = 0;
    if (current < needed) current = needed;
    output[at] = rounded((samples[at] ?? 0) * (gain - current));
  }
  slope[0] = current;
}

/** The attack on samples ahead of a window, which get their gain with the next. */
function foresee(sound: Sound, block: Block, slope: Slope): void {
  let current = slope[0] ?? 0;
  if (isAtRest(sound, block, current)) return;
  const left = slope[2] ?? 0;
  const rest = (slope[1] ?? 0) * restShare;
  for (let at = block.ringStart + block.end - block.start - 1; at >= block.ringStart; at -= 1) {
    const needed = sound.reductions[at] ?? 0;
    current *= left;
    if (current < rest) current = 0;
    if (current < needed) current = needed;
  }
  slope[0] = current;
}

/** Reports whether there is nothing to limit in a block, nor behind it as far as the attack reaches. */
function isAtRest({ resting }: Sound, { index }: Block, current: number): boolean {
  return resting[index] === 1 && current === 0;
}
