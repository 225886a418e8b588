/**
 * Returns the fewest samples from a number on that a chapter can have so that the next one begins with a frame. `frameSamples` is the
 * length of a frame in samples of the input. Where that is not a whole number, the frames of chapters are rounded one by one: the
 * encoded audio of a chapter does not depend on those before it.
 */
export function wholeFrames(samples: number, frameSamples: number): number {
  let frames = Math.floor(samples / frameSamples);
  while (Math.round(frames * frameSamples) < samples) frames += 1;
  return Math.round(frames * frameSamples);
}
