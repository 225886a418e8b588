/** How fast the limiter lets go, and how long before a peak it begins, in seconds. */
const releaseSeconds = 0.05;
const attackSeconds = 0.005;
const fullScale = 32_768;

/**
 * The same sound louder or quieter by a constant gain. Peaks that would pass `ceilingDb` (dBFS) are turned down smoothly,
 * without delay; where there are none, it is a multiplication and nothing else. A caller that knows the samples' `peakOf` gives it.
 */
export function applyGain(
  samples: Int16Array,
  sampleRate: number,
  gainDb: number,
  ceilingDb: number,
  peak = peakOf(samples),
): Int16Array {
  const gain = 10 ** (gainDb / 20);
  const ceiling = fullScale * 10 ** (ceilingDb / 20);
  const output = new Int16Array(samples.length);
  if (peak * gain <= ceiling) {
    for (let at = 0; at < samples.length; at += 1) output[at] = Math.round((samples[at] ?? 0) * gain);
    return output;
  }
  const envelope = limiterEnvelope(samples, gain, ceiling, sampleRate);
  for (let at = 0; at < samples.length; at += 1) output[at] = Math.round((samples[at] ?? 0) * (envelope[at] ?? 0));
  return output;
}

/** The largest sample, whatever its sign. */
export function peakOf(samples: Int16Array): number {
  let peak = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const level = Math.abs(samples[at] ?? 0);
    if (level > peak) peak = level;
  }
  return peak;
}

/** For every sample the gain that keeps it, and the peaks around it, under the ceiling. */
function limiterEnvelope(samples: Int16Array, gain: number, ceiling: number, sampleRate: number): Float64Array {
  const envelope = new Float64Array(samples.length);
  const release = 1 - Math.exp(-1 / (releaseSeconds * sampleRate));
  const attack = 1 - Math.exp(-1 / (attackSeconds * sampleRate));
  let current = gain;
  for (let at = 0; at < envelope.length; at += 1) {
    const most = ceiling / Math.max(1, Math.abs(samples[at] ?? 0));
    current = Math.min(most, current + (gain - current) * release);
    envelope[at] = current;
  }
  for (let at = envelope.length - 1; at >= 0; at -= 1) {
    current = Math.min(envelope[at] ?? gain, current + (gain - current) * attack);
    envelope[at] = current;
  }
  return envelope;
}
