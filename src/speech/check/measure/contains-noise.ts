import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from './frame-levels.ts';
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

/** Level that even loudly mastered voices seldom reach. Samples of which the bytes are swapped are at -4 dB, however quiet the speech is. */
const fullLevel = -8;

/** Frames at full level, within a second, that are worth a closer look. */
const fullFrames = { frames: 30, within: 100 };

/** Similarity of white noise with itself a sample later. Vowels are near 1. */
const maxWhiteSimilarity = 0.35;

/** Share of such frames that must be white. */
const minWhiteShare = 0.8;

/** Number of them that are looked at for a period: at half of them there must be none. */
const noisePlaces = 8;

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

/** Reports whether a stretch of a sound, or all of a short one, is steady noise or a tone, or noise at full level, as samples are whose bytes are swapped. */
export function containsNoise(pcm: Pcm, sound: Sound): boolean {
  return hasSteadyStretch(pcm, sound) || hasFullNoise(pcm, sound);
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

function hasFullNoise(pcm: Pcm, { levels, firstFrame }: Sound): boolean {
  for (let from = 0; from < levels.length; from += fullFrames.within) {
    const end = Math.min(levels.length, from + fullFrames.within);
    const loud: number[] = [];
    for (let frame = from; frame < end; frame += 1) if ((levels[frame] ?? 0) > fullLevel) loud.push(firstFrame + frame);
    if (loud.length >= fullFrames.frames && areNoise(pcm, loud)) return true;
  }
  return false;
}

function areNoise(pcm: Pcm, frames: readonly number[]): boolean {
  const white = frames.filter((frame) => isWhite(pcm, frame));
  if (white.length < frames.length * minWhiteShare) return false;
  const looked = Array.from(
    { length: noisePlaces },
    (_, place) => white[Math.floor((place * white.length) / noisePlaces)] ?? 0,
  );
  return looked.filter((frame) => isPeriodic(pcm, frame)).length < noisePlaces / 2;
}

function isWhite({ samples, sampleRate }: Pcm, frame: number): boolean {
  const length = Math.round(frameSeconds * sampleRate);
  const from = frame * length;
  const later = samples.subarray(from + 1, from + 1 + length);
  return Math.abs(similarity(samples.subarray(from, from + length), later)) < maxWhiteSimilarity;
}
