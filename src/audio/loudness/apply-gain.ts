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
  const ceiling = fullScale * 10 ** (ceilingDb / 20);
  if (peak * gain > ceiling) return limited({ samples, sampleRate }, gain, ceiling);
  const output = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) output[at] = rounded((samples[at] ?? 0) * gain);
  return output;
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

/**
 * Returns audio with a gain that keeps every sample, and the peaks around it, below the ceiling. Most samples are far from a peak:
 * there the gain is at rest.
 */
function limited({ samples, sampleRate }: Pcm, gain: number, ceiling: number): Int16Array {
  const released = releasedGains({ samples, sampleRate }, gain, ceiling);
  const attack = 1 - Math.exp(-1 / (attackSeconds * sampleRate));
  const atRest = gain * restShare;
  const output = new Int16Array(samples.length);
  let current = gain;
  for (let at = samples.length - 1; at >= 0; at -= 1) {
    const max = released[at] ?? gain;
    if (current !== gain) current += (gain - current) * attack;
    if (current > atRest) current = gain;
    if (max < current) current = max;
    output[at] = rounded((samples[at] ?? 0) * current);
  }
  return output;
}

/** Returns for every sample the gain that keeps it, and the peaks before it, below the ceiling. */
function releasedGains({ samples, sampleRate }: Pcm, gain: number, ceiling: number): Float64Array {
  const gains = new Float64Array(samples.length);
  const release = 1 - Math.exp(-1 / (releaseSeconds * sampleRate));
  const atRest = gain * restShare;
  let current = gain;
  for (let at = 0; at < gains.length; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    if (current !== gain) current += (gain - current) * release;
    if (current > atRest) current = gain;
    if (level * current > ceiling) current = ceiling / level;
    gains[at] = current;
  }
  return gains;
}
