/**
 * The numbers that decide what belongs together on a page, as shares of the size of the letters unless a unit is named. Those of a
 * typeface are the same in most books; all were found on the books of `test/bench/corpus.mjs`, which prints what another value costs.
 */
export const limits = {
  /** Runs of one fragment. A raised or lowered letter is smaller than its text, and its baseline may be further away. */
  neighbour: { smaller: 0.85, rise: 0.25, riseOfSmaller: 0.55, overlap: 0.6, largest: 2.1 },
  /** A wider gap between two runs, or between two fragments of a row, is a space. */
  space: { ofRuns: 0.2, ofFragments: 0.15 },
  /** A wider gap divides the cells of a row: a space of justified text is narrower. */
  cellGap: 1.8,
  /** The size of a fragment is the largest that this share of its letters has: one large letter and small capitals do not count. */
  mainShare: 0.1,
  /** Fragments of one row. No mark is raised by more points than the height of a bucket. */
  row: { rise: 0.25, smaller: 0.85, riseOfSmaller: 0.55, gapOfSmaller: 0.5, bucketPoints: 24 },
  /** A run that is smaller, and above or below the baseline by more, is raised or lowered. */
  script: { smaller: 0.87, raised: 0.12, lowered: 0.08 },
  /** A first letter that is larger by this factor, from its top to below its baseline, and how far its line may be. */
  dropCap: { larger: 1.6, height: 0.85, below: 0.3, overlap: 0.5, gap: 2 },
  /** A blank stripe over the whole width that is higher divides a page. */
  stripe: 2.4,
  /** A blank stripe from top to bottom that divides columns, and the narrowest column. */
  gutter: { width: 0.6, column: 8 },
} as const;
