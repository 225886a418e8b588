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

/** Samples that are looked at together: where none of them is near the ceiling, the limiter is at rest. */
const blockSamples = 1024;
/** Gains of longer segments, which are rare, are not kept. */
const maxKeptGains = 2 ** 21;

/** Gains of the segment before, whose memory is used again: without that, collecting it takes longer than the limiter. */
let keptGains = new Float64Array();

/**
 * Returns audio with a gain that keeps every sample, and the peaks around it, below the ceiling. Most samples are far from a peak:
 * there the gain is at rest. The gain is computed here: V8 puts what it does not know to be a number into an object of its own for
 * every sample.
 */
function limited({ samples, sampleRate }: Pcm, options: GainOptions): Int16Array {
  const released = releasedGains({ samples, sampleRate }, options);
  const gain = 10 ** (options.gainDb / 20);
  const attack = 1 - Math.exp(-1 / (attackSeconds * sampleRate));
  const atRest = gain * restShare;
  const output = new Int16Array(samples.length);
  let current = gain;
  for (let at = samples.length - 1; at >= 0; at -= 1) {
    const next = current + (gain - current) * attack;
    current = Math.min(next > atRest ? gain : next, released[at] ?? gain);
    output[at] = rounded((samples[at] ?? 0) * current);
  }
  return output;
}

/** Returns for every sample the gain that keeps it, and the peaks before it, below the ceiling. Valid until the next call. */
function releasedGains({ samples, sampleRate }: Pcm, { gainDb, ceilingDb }: GainOptions): Float64Array {
  const gains = roomForGains(samples.length);
  const gain = 10 ** (gainDb / 20);
  const ceiling = fullScale * 10 ** (ceilingDb / 20);
  const release = 1 - Math.exp(-1 / (releaseSeconds * sampleRate));
  const atRest = gain * restShare;
  let current = gain;
  for (let start = 0; start < samples.length; start += blockSamples) {
    const block = samples.subarray(start, start + blockSamples);
    if (current === gain && peakOf(block) * gain <= ceiling) {
      gains.fill(gain, start, start + block.length);
      continue;
    }
    for (let at = 0; at < block.length; at += 1) {
      const level = Math.abs(block[at] ?? 0);
      const next = current + (gain - current) * release;
      current = next > atRest ? gain : next;
      if (level * current > ceiling) current = ceiling / level;
      gains[start + at] = current;
    }
  }
  return gains;
}

function roomForGains(count: number): Float64Array {
  if (count > maxKeptGains) return new Float64Array(count);
  if (count > keptGains.length) keptGains = new Float64Array(count);
  return keptGains;
}
