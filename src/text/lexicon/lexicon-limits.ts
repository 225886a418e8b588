/** Limits of one lexicon. */
export const lexiconLimits = {
  bytes: 1_000_000,
  entries: 20_000,
  patterns: 100,
  writtenLength: 200,
  spokenLength: 500,
} as const;
