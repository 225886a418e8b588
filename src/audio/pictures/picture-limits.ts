/** A picture with more pixels is an attack. */
export const maxPixels = 100_000_000;
/** Longest time for one picture. */
export const maxSeconds = 30;
