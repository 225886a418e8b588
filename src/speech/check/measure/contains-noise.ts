import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from './frame-levels.ts';
import { isPeriodic } from './is-periodic.ts';
import { similarity } from './similarity.ts';

/** Frames of 10 ms in a block, and blocks in the shortest stretch that counts: 2 s. Nobody holds a sound as evenly for so long. */
const steadyBlock = { frames: 50, count: 4 };

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

/** Reports whether a stretch of a sound is steady noise or a tone, or noise at full level, as samples are whose bytes are swapped. */
export function containsNoise(pcm: Pcm, sound: Sound): boolean {
  return hasSteadyStretch(pcm, sound) || hasFullNoise(pcm, sound);
}

function hasSteadyStretch(pcm: Pcm, { levels, loud, firstFrame, hasSyllables }: Sound): boolean {
  const blocks = blocksOf(levels);
  for (let from = 0; from + steadyBlock.count <= blocks.length; from += 1) {
    const stretch = blocks.slice(from, from + steadyBlock.count);
    const least = Math.min(...stretch.map((one) => one.least));
    const range = Math.max(...stretch.map((one) => one.most)) - least;
    if (least < loud - heardRange || range > maxSteadyRange.noise) continue;
    const first = firstFrame + from * steadyBlock.frames;
    const looked = [1, 3, 5, 7].map((part) => first + (part * steadyBlock.count * steadyBlock.frames) / 8);
    const periodic = looked.filter((frame) => isPeriodic(pcm, frame)).length;
    if (periodic === 0 || (hasSyllables && range <= maxSteadyRange.tone && periodic === looked.length)) return true;
  }
  return false;
}

interface Block {
  readonly least: number;
  readonly most: number;
}

function blocksOf(levels: Float32Array): readonly Block[] {
  return Array.from({ length: Math.floor(levels.length / steadyBlock.frames) }, (_, index) => {
    let least = Infinity;
    let most = -Infinity;
    for (let frame = index * steadyBlock.frames; frame < (index + 1) * steadyBlock.frames; frame += 1) {
      const level = levels[frame] ?? 0;
      if (level < least) least = level;
      if (level > most) most = level;
    }
    return { least, most };
  });
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
