import type { Pcm } from '../../core/pcm.ts';

/** Time in which the limiter releases after a peak. */
const releaseSeconds = 0.05;
/** Time before a peak at which the limiter begins. */
const attackSeconds = 0.005;
const fullScale = 32_768;

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
  const output = new Int16Array(samples.length);
  if (peak * gain <= ceiling) {
    for (let at = 0; at < samples.length; at += 1) output[at] = Math.round((samples[at] ?? 0) * gain);
    return output;
  }
  const envelope = limiterEnvelope({ samples, sampleRate }, gain, ceiling);
  for (let at = 0; at < samples.length; at += 1) output[at] = Math.round((samples[at] ?? 0) * (envelope[at] ?? 0));
  return output;
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

/** Returns for every sample the gain that keeps it, and the peaks around it, below the ceiling. */
function limiterEnvelope({ samples, sampleRate }: Pcm, gain: number, ceiling: number): Float64Array {
  const envelope = new Float64Array(samples.length);
  const release = 1 - Math.exp(-1 / (releaseSeconds * sampleRate));
  const attack = 1 - Math.exp(-1 / (attackSeconds * sampleRate));
  let current = gain;
  for (let at = 0; at < envelope.length; at += 1) {
    const max = ceiling / Math.max(1, Math.abs(samples[at] ?? 0));
    current = Math.min(max, current + (gain - current) * release);
    envelope[at] = current;
  }
  for (let at = envelope.length - 1; at >= 0; at -= 1) {
    current = Math.min(envelope[at] ?? gain, current + (gain - current) * attack);
    envelope[at] = current;
  }
  return envelope;
}
