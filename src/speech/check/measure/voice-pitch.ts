import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds, loudLevel } from './frame-levels.ts';
import { periods } from './is-periodic.ts';
import { similarity } from './similarity.ts';

/** Rate to which the sound is reduced, at least: the pitch of a voice is known to a few percent then, which is enough. */
const pitchRate = 4000;

/** Sound that is compared with itself a period later, in seconds. */
const pitchWindowSeconds = 0.025;

/** Frames that are looked at, and how many of them must have a pitch. */
const pitchPlaces = { looked: 24, least: 8 };

/** Decibels below the loud frames in which vowels are. */
const vowelRange = 10;

/** Similarity of a vowel with itself a period later, and that of the first period relative to the best of several. */
const minPitchSimilarity = { vowel: 0.7, first: 0.9 };

/** Returns the median pitch of a voice in hertz, or undefined where it is hardly heard. `levels` are those of all frames, in decibels. */
export function voicePitch({ samples, sampleRate }: Pcm, levels: Float32Array): number | undefined {
  const each = Math.max(1, Math.floor(sampleRate / pitchRate));
  const looked = Math.ceil((pitchWindowSeconds + periods.max) * sampleRate) + each;
  const loud = loudLevel(levels);
  const vowels = levels.map((_, frame) => frame).filter((frame) => (levels[frame] ?? 0) > loud - vowelRange);
  const found: number[] = [];
  for (let place = 0; place < pitchPlaces.looked; place += 1) {
    const frame = vowels[Math.floor(((place + 0.5) * vowels.length) / pitchPlaces.looked)] ?? 0;
    const start = Math.round(frame * frameSeconds * sampleRate);
    if (start + looked > samples.length) continue;
    const pitch = pitchOf(reduced(samples.subarray(start, start + looked), each), sampleRate / each);
    if (pitch !== undefined) found.push(pitch);
  }
  return found.length < pitchPlaces.least ? undefined : found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)];
}

/** Returns a sound with the means of several samples instead of each of them. */
function reduced(samples: Int16Array, each: number): Int16Array {
  const means = new Int16Array(Math.floor(samples.length / each));
  for (let index = 0; index < means.length; index += 1) {
    let sum = 0;
    for (let at = index * each; at < (index + 1) * each; at += 1) sum += samples[at] ?? 0;
    means[index] = sum / each;
  }
  return means;
}

/** Returns the pitch at the beginning of a sound in hertz. Of two periods together the first is meant. */
function pitchOf(samples: Int16Array, sampleRate: number): number | undefined {
  const length = Math.round(pitchWindowSeconds * sampleRate);
  const [least, most] = [Math.floor(periods.min * sampleRate), Math.ceil(periods.max * sampleRate)];
  const window = samples.subarray(0, length);
  const similar: number[] = [];
  for (let lag = least; lag <= most; lag += 1) similar.push(similarity(window, samples.subarray(lag, lag + length)));
  const best = Math.max(...similar);
  if (best < minPitchSimilarity.vowel) return undefined;
  const first = similar.findIndex((value, index) => value > best * minPitchSimilarity.first && isPeak(similar, index));
  return first < 0 ? undefined : sampleRate / (least + first);
}

function isPeak(values: readonly number[], index: number): boolean {
  const value = values[index] ?? 0;
  return index > 0 && value >= (values[index - 1] ?? 0) && value >= (values[index + 1] ?? Infinity);
}
