/** Chapters are encoded together until there is so much audio, in shares of the length of a part. */
const fewest = 0.1;
const most = 0.4;
/** In between, one chapter of so many ends a part. */
const chance = 4;

/** What decides at which chapters a part begins. */
export interface ChapterCutRules {
  /** Input samples of a part that no chapter cuts. */
  readonly partSamples: number;
  /** Input samples that the start of a part is a multiple of. */
  readonly stepSamples: number;
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

  constructor(rules: ChapterCutRules) {
    this.#rules = rules;
  }

  /** Reports whether the chapter that begins at a sample begins a part. Call it with each chapter, in order. */
  isCut(sample: number): boolean {
    const { partSamples, stepSamples } = this.#rules;
    const isChosen = ((sample - this.#chapterStart) / stepSamples) % chance === 0;
    const samples = sample - this.#partStart;
    const isEnough = samples >= most * partSamples || (isChosen && samples >= fewest * partSamples);
    this.#chapterStart = sample;
    if (isEnough) this.#partStart = sample;
    return isEnough;
  }
}
