import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from './frame-levels.ts';
import { isPeriodic } from './is-periodic.ts';
import { similarity } from './similarity.ts';

/** Frames of 10 ms in a block, and blocks in the shortest stretch that counts: 2 s. Nobody holds a sound as evenly for so long. */
const block = { frames: 50, count: 4 };
/** Difference between the quietest and the loudest frame of a steady stretch, in decibels. Speech has 20 and more. */
const maxRange = { noise: 6, tone: 1.5 };
/** Decibels below the loud frames: the noise in pauses is quieter. */
const heardRange = 15;

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
  for (let from = 0; from + block.count <= blocks.length; from += 1) {
    const stretch = blocks.slice(from, from + block.count);
    const least = Math.min(...stretch.map((one) => one.least));
    const range = Math.max(...stretch.map((one) => one.most)) - least;
    if (least < loud - heardRange || range > maxRange.noise) continue;
    const first = firstFrame + from * block.frames;
    const looked = [1, 3, 5, 7].map((part) => first + (part * block.count * block.frames) / 8);
    const periodic = looked.filter((frame) => isPeriodic(pcm, frame)).length;
    if (periodic === 0 || (hasSyllables && range <= maxRange.tone && periodic === looked.length)) return true;
  }
  return false;
}

interface Block {
  readonly least: number;
  readonly most: number;
}

function blocksOf(levels: Float32Array): readonly Block[] {
  return Array.from({ length: Math.floor(levels.length / block.frames) }, (_, index) => {
    let least = Infinity;
    let most = -Infinity;
    for (let frame = index * block.frames; frame < (index + 1) * block.frames; frame += 1) {
      const level = levels[frame] ?? 0;
      if (level < least) least = level;
      if (level > most) most = level;
    }
    return { least, most };
  });
}

/** Level that even loudly mastered voices seldom reach. Samples of which the bytes are swapped are at -4 dB, however quiet the speech is. */
const fullLevel = -8;
/** Frames at full level, within a second, that are worth a closer look. */
const full = { frames: 30, within: 100 };
/** Similarity of white noise with itself a sample later. Vowels are near 1. */
const maxSimilarity = 0.35;
const minWhiteShare = 0.8;
const places = 8;

function hasFullNoise(pcm: Pcm, { levels, firstFrame }: Sound): boolean {
  for (let from = 0; from < levels.length; from += full.within) {
    const end = Math.min(levels.length, from + full.within);
    const loud: number[] = [];
    for (let frame = from; frame < end; frame += 1) if ((levels[frame] ?? 0) > fullLevel) loud.push(firstFrame + frame);
    if (loud.length >= full.frames && areNoise(pcm, loud)) return true;
  }
  return false;
}

function areNoise(pcm: Pcm, frames: readonly number[]): boolean {
  const white = frames.filter((frame) => isWhite(pcm, frame));
  if (white.length < frames.length * minWhiteShare) return false;
  const looked = Array.from({ length: places }, (_, place) => white[Math.floor((place * white.length) / places)] ?? 0);
  return looked.filter((frame) => isPeriodic(pcm, frame)).length < places / 2;
}

function isWhite({ samples, sampleRate }: Pcm, frame: number): boolean {
  const length = Math.round(frameSeconds * sampleRate);
  const from = frame * length;
  const later = samples.subarray(from + 1, from + 1 + length);
  return Math.abs(similarity(samples.subarray(from, from + length), later)) < maxSimilarity;
}
