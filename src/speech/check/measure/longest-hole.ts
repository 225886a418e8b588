import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from './frame-levels.ts';

/**
 * Runs of zeros that are no pauses: longer than `seconds`, with a sound of more than `beside` decibels relative to the loud frames
 * before or after them. The pauses that this program sets between utterances are up to 0.3 s, and the loudest of 350
 * beside them had -17 dB (Piper). Pauses of Kokoro are zeros, too, up to 0.6 s, but fade into them: the loudest of 230 had
 * -56 dB. No voice pauses for 2 s.
 */
const holes = [
  { seconds: 0.01, beside: -12 },
  { seconds: 0.35, beside: -40 },
  { seconds: 2, beside: -Infinity },
];

/**
 * Returns the seconds of the longest run of zeros that is no pause, 0 for none. `loud` is the level of the loud frames, in
 * decibels of full scale.
 */
export function longestHole(pcm: Pcm, loud: number): number {
  const { samples, sampleRate } = pcm;
  let longest = 0;
  let zeros = 0;
  for (let at = 0; at <= samples.length; at += 1) {
    if (samples[at] === 0) {
      zeros += 1;
      continue;
    }
    const seconds = zeros / sampleRate;
    if (seconds > longest && isHole(pcm, at - zeros, at, loud)) longest = seconds;
    zeros = 0;
  }
  return longest;
}

function isHole({ samples, sampleRate }: Pcm, start: number, end: number, loud: number): boolean {
  const seconds = (end - start) / sampleRate;
  const frame = Math.round(frameSeconds * sampleRate);
  const longer = holes.filter((hole) => seconds >= hole.seconds);
  if (longer.length === 0) return false;
  const beside = Math.max(
    levelOf(samples.subarray(Math.max(0, start - frame), start)),
    levelOf(samples.subarray(end, end + frame)),
  );
  return longer.some((hole) => beside - loud > hole.beside);
}

function levelOf(samples: Int16Array): number {
  const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
  return 10 * Math.log10(squares / Math.max(1, samples.length) / 32_768 ** 2 + 1e-12);
}
