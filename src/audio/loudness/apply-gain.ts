import { fullScale, uninitialized } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { peakBetween, reach, steepest, truePeakWeights } from './true-peak-filter.ts';

/** Time in which the limiter releases after a peak. */
const releaseSeconds = 0.05;
/** Time before a peak at which the limiter begins. */
const attackSeconds = 0.005;
/** A peak between two samples may exceed the ceiling by a quarter of a decibel: encoders add 0.5 dB to it, and have a margin of 0.8 dB. */
const overCeiling = 10 ** (0.25 / 20);
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
  for (let at = 0; at < samples.length; at += 1) output[at] = rounded((samples[at] ?? 0) * gain);
  return output;
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

/** Returns audio with a gain that keeps every sample, and the peaks around it, below the ceiling. */
function limited({ samples, sampleRate }: Pcm, { gainDb, ceilingDb, output }: LimiterOptions): Int16Array {
  const gain = 10 ** (gainDb / 20);
  const ceiling = fullScale * 10 ** (ceilingDb / 20);
  const levels = levelsOf({ samples, sampleRate }, (ceiling * overCeiling) / gain);
  const reductions = released(levels, { gain, ceiling, left: leftAfterSample(releaseSeconds, sampleRate) });
  const left = leftAfterSample(attackSeconds, sampleRate);
  const rest = gain * restShare;
  let current = 0;
  for (let at = samples.length - 1; at >= 0; at -= 1) {
    const needed = reductions[at] ?? 0;
    current *= left;
    if (current < rest) current = 0;
    if (current < needed) current = needed;
    output[at] = rounded((samples[at] ?? 0) * (gain - current));
  }
  return output;
}

/** Returns what must be taken from the gain to keep each sample, and what the release of those before it still takes. */
function released(
  levels: Uint16Array,
  { gain, ceiling, left }: { readonly gain: number; readonly ceiling: number; readonly left: number },
): Float64Array {
  const reductions = new Float64Array(levels.length);
  const rest = gain * restShare;
  let current = 0;
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[at] ?? 0;
    current *= left;
    if (current < rest) current = 0;
    if (level * (gain - current) > ceiling) current = gain - ceiling / level;
    reductions[at] = current;
  }
  return reductions;
}

/** Returns the share of a reduction that is left a sample later. */
function leftAfterSample(seconds: number, sampleRate: number): number {
  return Math.exp(-1 / (seconds * sampleRate));
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
