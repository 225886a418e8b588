import { fullScale } from '../../../core/pcm.ts';
import type { Pcm } from '../../../core/pcm.ts';
import { decibels, frameSeconds, levelOf } from '../measure/frame-levels.ts';
import type { Finding } from './finding.ts';

/**
 * Runs of zeros that are no pauses of most voices: longer than `seconds`, with a sound of more than `beside` decibels relative to the
 * loud frames on both sides, or on one. The pauses that this program sets between utterances are up to 0.3 s, and the loudest of 350
 * beside them had -17 dB (Piper). Pauses of Kokoro are zeros, too, up to 0.6 s, but fade into them: the loudest of 230 had
 * -56 dB. No voice pauses for 2 s. flite has no zeros.
 *
 * Of 48 voices of espeak-ng 40 have a trace in each answer, as their pauses are zeros, up to 0.5 s, that they begin and end loud: all this is
 * only possible, and a habit of theirs. The other 8 have traces in 8 to 38 of 100 answers, where a plosive is closed, and short holes
 * with a loud sound on both sides in 1. Of 240 answers that lost 30 ms five times a second two had none.
 */
const holes = [
  { seconds: 0.01, beside: -12, sides: Math.min, sureness: 'possible' },
  { seconds: 0.35, beside: -40, sides: Math.max, sureness: 'possible' },
  { seconds: 2, beside: -Infinity, sides: Math.max, sureness: 'possible' },
  { seconds: 0.01, beside: -12, sides: Math.max, sureness: 'trace' },
] as const;

/**
 * Seconds of zeros that may be a pause or a hole: the other pauses of the voice tell, which have some noise in them, or are zeros always.
 * Sounds that stop for less are plosives.
 */
const minZeros = 0.1;

/**
 * Shortest run, and decibels relative to the loud frames of the samples on both sides of it: sound that stops and goes on so was cut
 * out. In 1,333 answers of 150 voices of espeak-ng, flite and Kokoro the loudest pair had -10.3 (a whisper of espeak-ng), -15.5 but for six
 * voices. Of answers that lost 30 ms five times a second 56 to 100 % have such a pair.
 */
const certain = { seconds: 0.008, samples: -8 };

/** Decibels relative to the loud frames of a sample that is no silence around the speech: leading and trailing zeros are no hole. */
const heardRange = 40;

/** Returns the runs of zeros in a sound that may be no pauses. `loud` is the level of its loud frames, in decibels of full scale. */
export function findHoles(pcm: Pcm, loud: number): Finding[] {
  const { samples, sampleRate } = pcm;
  const least = certain.seconds * sampleRate;
  const heard = heardPart(pcm, loud);
  const found: Finding[] = [];
  let zeros = 0;
  for (let at = 0; at <= samples.length; at += 1) {
    if (samples[at] === 0) {
      zeros += 1;
      continue;
    }
    const start = at - zeros;
    const message = `The audio has a hole of ${(zeros / sampleRate).toFixed(2)} s at ${(start / sampleRate).toFixed(1)} s.`;
    // What begins a sound is its silence, and no hole in it: espeak-ng begins some voices with 0.14 s of zeros.
    const sureness = zeros < least || start === 0 ? undefined : surenessOf(pcm, start, at, loud);
    if (sureness) found.push({ kind: 'hole', sureness, message });
    const isPause = zeros >= minZeros * sampleRate && start > heard.first && start < heard.last;
    if (isPause) found.push({ kind: 'zeros', sureness: 'possible', message });
    zeros = 0;
  }
  return found;
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
  // Behind a sound that was cut is nothing more.
  const after = end < samples.length ? levelOf(samples.subarray(end, end + frame)) : before;
  return holes.find((hole) => seconds >= hole.seconds && hole.sides(before, after) - loud > hole.beside)?.sureness;
}

/** Returns the places of the first and the last sample that is heard. */
function heardPart({ samples }: Pcm, loud: number): { readonly first: number; readonly last: number } {
  const least = fullScale * 10 ** ((loud - heardRange) / 20);
  const isHeard = (sample: number): boolean => Math.abs(sample) > least;
  return { first: samples.findIndex(isHeard), last: samples.findLastIndex(isHeard) };
}
