import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from '../measure/frame-levels.ts';
import type { Finding } from './finding.ts';
import { decibels, levelOf } from './levels.ts';

/**
 * Runs of zeros that are no pauses of most voices: longer than `seconds`, with a sound of more than `beside` decibels relative to the
 * loud frames before or after them. The pauses that this program sets between utterances are up to 0.3 s, and the loudest of 350
 * beside them had -17 dB (Piper). Pauses of Kokoro are zeros, too, up to 0.6 s, but fade into them: the loudest of 230 had
 * -56 dB. No voice pauses for 2 s. flite has no zeros; espeak-ng has nothing else in its pauses, up to 0.5 s, and begins and ends
 * loud beside them, which is why these are only possible.
 */
const holes = [
  { seconds: 0.01, beside: -12 },
  { seconds: 0.35, beside: -40 },
  { seconds: 2, beside: -Infinity },
];

/**
 * Shortest run, and decibels relative to the loud frames of the samples on both sides of it: sound that stops and goes on so was cut
 * out. In 1,333 answers of 150 voices of espeak-ng, flite and Kokoro the loudest pair had -10.3 (a whisper of espeak-ng), -15.5 but for six
 * voices. Of answers that lost 30 ms five times a second 56 to 100 % have such a pair.
 */
const certain = { seconds: 0.008, samples: -8 };

/** Returns the runs of zeros in a sound that are no pauses, the longest first. `loud` is the level of its loud frames, in decibels of full scale. */
export function findHoles(pcm: Pcm, loud: number): Finding[] {
  const { samples, sampleRate } = pcm;
  const least = certain.seconds * sampleRate;
  const found: Finding[] = [];
  let zeros = 0;
  for (let at = 0; at <= samples.length; at += 1) {
    if (samples[at] === 0) {
      zeros += 1;
      continue;
    }
    // What begins a sound is its silence, and no hole in it: espeak-ng begins some voices with 0.14 s of zeros.
    const isInside = at > zeros;
    const sureness = zeros < least || !isInside ? undefined : surenessOf(pcm, at - zeros, at, loud);
    if (sureness) found.push(holeOf((at - zeros) / sampleRate, zeros / sampleRate, sureness));
    zeros = 0;
  }
  return found.toSorted((a, b) => b.seconds - a.seconds);
}

function holeOf(at: number, seconds: number, sureness: Finding['sureness']): Finding {
  const message = `The audio has a hole of ${seconds.toFixed(2)} s at ${at.toFixed(1)} s.`;
  return { kind: 'hole', at, seconds, sureness, message };
}

function surenessOf(
  { samples, sampleRate }: Pcm,
  start: number,
  end: number,
  loud: number,
): Finding['sureness'] | undefined {
  const edges = Math.min(...[samples[start - 1] ?? 0, samples[end] ?? 0].map(decibels)) - loud;
  if (edges > certain.samples) return 'certain';
  const seconds = (end - start) / sampleRate;
  const frame = Math.round(frameSeconds * sampleRate);
  const before = levelOf(samples.subarray(Math.max(0, start - frame), start));
  const beside = Math.max(before, levelOf(samples.subarray(end, end + frame))) - loud;
  return holes.some((hole) => seconds >= hole.seconds && beside > hole.beside) ? 'possible' : undefined;
}
