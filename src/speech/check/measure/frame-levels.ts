import { cleanRange, loudShare, noiseMargin, noisyRange, quietShare, restShare } from './limits.ts';

/** Length of a frame, in seconds. */
export const frameSeconds = 0.01;

/** Returns the level of each frame in decibels of full scale, and the largest sample. */
export function frameLevels(
  samples: Int16Array,
  sampleRate: number,
): { readonly levels: Float32Array; readonly peak: number } {
  const frame = Math.max(1, Math.round(sampleRate * frameSeconds));
  const levels = new Float32Array(Math.ceil(samples.length / frame));
  let peak = 0;
  for (let index = 0; index < levels.length; index += 1) {
    let squares = 0;
    const end = Math.min(samples.length, (index + 1) * frame);
    for (let at = index * frame; at < end; at += 1) {
      const sample = samples[at] ?? 0;
      squares += sample * sample;
      if (Math.abs(sample) > peak) peak = Math.abs(sample);
    }
    levels[index] = 10 * Math.log10(squares / (end - index * frame) / 32_768 ** 2 + 1e-12);
  }
  return { levels, peak };
}

/**
 * Returns the level below which frames are silence: relative to the speech's own level, so that a quiet voice pauses like a
 * loud one; above the noise where there is noise.
 */
export function silenceThreshold(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const loud = levelAt(sorted, loudShare);
  return Math.min(loud - noisyRange, Math.max(loud - cleanRange, levelAt(sorted, quietShare) + noiseMargin));
}

/** Returns the level that one frame in twenty exceeds; 0 for no frames. */
export function loudLevel(levels: Float32Array): number {
  return levelAt(levels.toSorted(), loudShare);
}

/** Returns the levels that one frame in fifty is below, and one frame in five; 0 for no frames. */
export function quietLevels(levels: Float32Array): { readonly quiet: number; readonly rest: number } {
  const sorted = levels.toSorted();
  return { quiet: levelAt(sorted, quietShare), rest: levelAt(sorted, restShare) };
}

function levelAt(sorted: Float32Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
