/** Limits of ACX for every file (ACX audio submission requirements). Levels in dBFS. */
export const acxLimits = {
  minBitrate: 192_000,
  sampleRate: 44_100,
  maxSeconds: 120 * 60,
  rmsDb: { min: -23, max: -18 },
  /** Highest peak. */
  peakDb: -3,
  /** Highest noise floor. */
  floorDb: -60,
  headSeconds: { min: 0.5, max: 1 },
  tailSeconds: { min: 1, max: 5 },
} as const;
