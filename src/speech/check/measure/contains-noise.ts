import type { Pcm } from '../../../core/pcm.ts';
import { isPeriodic } from './is-periodic.ts';
import { similarity } from './similarity.ts';

/** Frames of a steady stretch, 2 s, and from one that is looked at to the next. Nobody holds a sound as evenly for so long. */
const stretch = { frames: 200, step: 50 };

/** Shorter sounds are not looked at, and the ends of those that are shorter than a stretch are left out: codecs blur a tenth of them. */
const briefSound = { frames: 16, edge: 0.1 };

/** Difference between the quietest and the loudest frame of a steady stretch, in decibels. Speech has 20 and more. */
const maxSteadyRange = { noise: 6, tone: 1.5 };

/** Decibels below the loud frames: the noise in pauses is quieter. */
const heardRange = 15;

/**
 * Similarity of sound with itself a sample later. Samples whose bytes are swapped, or that begin a byte late, are white noise, at most;
 * with their bytes swapped again, they are as similar as speech, at least. Of a second of noise both are below 0.05.
 */
const swapped = { noise: 0.15, speech: 0.3 };

/** Facts about the sound that is examined. */
interface Sound {
  /** Levels of the frames that sound, in decibels. */
  readonly levels: Float32Array;
  /** Level of the loud frames. */
  readonly loud: number;
  readonly firstFrame: number;
  /** Whether some of it is speech. A sound that is a tone from beginning to end could be a voice that sings. */
  readonly hasSyllables: boolean;
}

/** Reports whether a stretch of a sound, or all of a short one, is steady noise or a tone, or has swapped bytes. */
export function containsNoise(pcm: Pcm, sound: Sound): boolean {
  return hasSteadyStretch(pcm, sound) || hasSwappedBytes(pcm);
}

function hasSteadyStretch(pcm: Pcm, sound: Sound): boolean {
  const { length } = sound.levels;
  if (length < stretch.frames) {
    const edge = Math.ceil(length * briefSound.edge);
    return length >= briefSound.frames && isSteady(pcm, sound, { from: edge, to: length - edge });
  }
  for (let from = 0; from + stretch.frames <= length; from += stretch.step) {
    if (isSteady(pcm, sound, { from, to: from + stretch.frames })) return true;
  }
  return false;
}

/** Reports whether a stretch of a sound, in frames, has one level and no period; one that is a tone has one all over. */
function isSteady(
  pcm: Pcm,
  { levels, loud, firstFrame, hasSyllables }: Sound,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const [least, most] = [Math.min(...levels.subarray(from, to)), Math.max(...levels.subarray(from, to))];
  const range = most - least;
  if (least < loud - heardRange || range > maxSteadyRange.noise) return false;
  const looked = [1, 3, 5, 7].map((part) => firstFrame + from + Math.floor((part * (to - from)) / 8));
  const periodic = looked.filter((frame) => isPeriodic(pcm, frame)).length;
  const isTone = hasSyllables && to - from === stretch.frames && range <= maxSteadyRange.tone;
  return periodic === 0 || (isTone && periodic === looked.length);
}

function hasSwappedBytes({ samples, sampleRate }: Pcm): boolean {
  for (let from = 0; from === 0 || from + sampleRate <= samples.length; from += sampleRate / 2) {
    const second = samples.subarray(from, from + sampleRate);
    if (Math.abs(smoothness(second)) > swapped.noise) continue;
    const other = second.slice();
    Buffer.from(other.buffer).swap16();
    if (smoothness(other) > swapped.speech) return true;
  }
  return false;
}

function smoothness(samples: Int16Array): number {
  return similarity(samples, samples.subarray(1));
}
