import type { Pcm } from '../../core/pcm.ts';

/** A silence inside speech. */
export interface Pause {
  /** Seconds of sound before it, other pauses left out. */
  readonly at: number;
  readonly seconds: number;
}

/** Times of an answer's speech. The silence around it does not count. */
export interface SpeechMeasure {
  readonly sampleRate: number;
  /** From the first sound to the last. 0 for silence. */
  readonly seconds: number;
  /** Without the pauses. */
  readonly soundSeconds: number;
  readonly pauses: readonly Pause[];
  readonly longestSilence: number;
}

const frameSeconds = 0.01;
/** Shorter silences are consonants. */
const minPauseFrames = 8;
/** Peaks below this (of 32767, about -50 dB) are silence. */
const silencePeak = 100;

/** Decibels below the loud frames: where silence begins in a clean recording, and in one with noise. */
const cleanRange = 38;
const noisyRange = 26;
const noiseMargin = 6;

/** Returns when an answer sounds and when it pauses. */
export function measureSpeech({ samples, sampleRate }: Pcm): SpeechMeasure {
  const { levels, peak } = frameLevels(samples, Math.max(1, Math.round(sampleRate * frameSeconds)));
  if (peak < silencePeak) return { sampleRate, seconds: 0, soundSeconds: 0, pauses: [], longestSilence: 0 };
  const threshold = silenceThreshold(levels);
  const first = levels.findIndex((level) => level > threshold);
  const last = levels.findLastIndex((level) => level > threshold);
  const pauses: Pause[] = [];
  let sounding = 0;
  let silent = 0;
  let longest = 0;
  for (const level of levels.subarray(first, last + 1)) {
    if (level <= threshold) {
      silent += 1;
      continue;
    }
    longest = Math.max(longest, silent);
    if (silent >= minPauseFrames) pauses.push({ at: sounding * frameSeconds, seconds: silent * frameSeconds });
    else sounding += silent;
    sounding += 1;
    silent = 0;
  }
  const seconds = (last + 1 - first) * frameSeconds;
  return { sampleRate, seconds, soundSeconds: sounding * frameSeconds, pauses, longestSilence: longest * frameSeconds };
}

/** Returns the level of each frame in decibels of full scale, and the largest sample. */
function frameLevels(samples: Int16Array, frame: number): { readonly levels: Float32Array; readonly peak: number } {
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

/** Relative to the speech's own level, so that a quiet voice pauses like a loud one; above the noise where there is noise. */
function silenceThreshold(levels: Float32Array): number {
  const sorted = levels.toSorted();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const loud = at(0.95);
  return Math.min(loud - noisyRange, Math.max(loud - cleanRange, at(0.02) + noiseMargin));
}
