import { wholeFrames } from './whole-frames.ts';

/** Chapters are encoded together until there is so much audio, in shares of the length of a part. */
const fewest = 0.1;
const most = 0.4;
/** In between, one chapter of this many ends a part. */
const chance = 4;

/** Rules that decide at which chapters a part begins. */
export interface ChapterCutRules {
  /** Input samples of a part that no chapter cuts. */
  readonly partSamples: number;
  /** Input samples in a frame. */
  readonly frameInput: number;
}

/**
 * Decides which chapters begin a part: each that follows a long one, and some of those that follow short ones, because each part
 * costs the start of an encoder. Which of the short ones depends on their own lengths. So behind a chapter that is replaced by a longer
 * one, the parts are soon those that they were.
 */
export class ChapterCuts {
  readonly #rules: ChapterCutRules;
  #partStart = 0;
  #chapterStart = 0;
  #isOnFrame = true;

  constructor(rules: ChapterCutRules) {
    this.#rules = rules;
  }

  /**
   * Reports whether the chapter that begins at a sample begins a part. None does that does not begin with a frame, nor those behind it.
   * Call it with each chapter, in order.
   */
  isCut(sample: number): boolean {
    const { partSamples, frameInput } = this.#rules;
    const chapterSamples = sample - this.#chapterStart;
    this.#isOnFrame &&= wholeFrames(chapterSamples, frameInput) === chapterSamples;
    const isChosen = Math.round(chapterSamples / frameInput) % chance === 0;
    const samples = this.#isOnFrame ? sample - this.#partStart : 0;
    const isEnough = samples >= most * partSamples || (isChosen && samples >= fewest * partSamples);
    this.#chapterStart = sample;
    if (isEnough) this.#partStart = sample;
    return isEnough;
  }
}
