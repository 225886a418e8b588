/** A picture with more pixels is an attack: a reader would need 400 MB to show it. */
export const maxPixels = 100_000_000;
/** Longest time to convert one picture, in seconds. */
export const maxSeconds = 30;
