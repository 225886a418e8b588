/** Which chapter is meant. */
export interface ChapterPosition {
  /** Number in the book, counted from 1. */
  readonly number: number;
  /** Position in the output, counted from 1. */
  readonly track: number;
}

/**
 * Text that is missing from the audio because the provider failed on it, or that a language model could not translate or
 * adapt.
 */
export interface Gap extends ChapterPosition {
  readonly text: string;
  readonly reason: string;
}

/** How the text of a chapter was made. */
export interface NarratedChapterReport extends ChapterPosition {
  readonly origin: string;
  /** How completions that were not usable scripts were handled. */
  readonly steps: readonly { readonly action: string; readonly reason: string; readonly about: string }[];
  readonly scriptFile?: string | undefined;
}

/** Returns what the language models left out of chapters. */
export function scriptGaps(chapters: readonly NarratedChapterReport[]): Gap[] {
  return chapters.flatMap(({ number, track, steps }) =>
    steps
      .filter(({ action }) => action === 'gap')
      .map(({ about, reason }) => ({
        number,
        track,
        text: about,
        reason: `The language model failed on it: ${reason}.`,
      })),
  );
}
