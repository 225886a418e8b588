import type { SegmentLoudness } from './segment-loudness.ts';

/** Who speaks a segment, and how loud. */
export interface SpokenAs {
  /** Tells voices apart. Default: the first one. */
  readonly voice?: string | undefined;
  /** Level that the segment is meant to have relative to other speech, in decibels. Default: 0. */
  readonly volumeDb?: number | undefined;
}

interface Level {
  seconds: number;
  lufSeconds: number;
}

/**
 * The levels of the voices of a book, learned in the order of its speech, so that they are the same in each pass and each run. A voice has the
 * mean of its segments so far in decibels, by their length: the first line of a voice is brought to the others whole.
 */
export class VoiceLevels {
  #first: string | undefined;
  readonly #levels = new Map<string, Level>();

  /** Returns the loudness of a segment with that of its voice, and learns from it. */
  placed(loudness: SegmentLoudness, voice: string | undefined): SegmentLoudness {
    this.#first ??= voice;
    if (voice === undefined || voice === this.#first || !Number.isFinite(loudness.lufs)) return loudness;
    const level = this.#levels.get(voice) ?? { seconds: 0, lufSeconds: 0 };
    level.seconds += loudness.seconds;
    level.lufSeconds += loudness.lufs * loudness.seconds;
    this.#levels.set(voice, level);
    return { ...loudness, voiceLufs: level.lufSeconds / level.seconds };
  }
}
