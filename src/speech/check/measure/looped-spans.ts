import type { RepeatedSpan } from './is-copied.ts';

/** Time after which a sound may begin again, in frames of 10 ms. */
const lags = { min: 20, max: 1000 };
/** Shortest loop, in frames. */
const minFrames = 50;
/** Share of a span that follows it again at once, at least. */
const minShare = 0.8;
/** Difference between the levels of a sound and of its copy in decibels: frames are not aligned with it. */
const maxDifference = 1.2;
/** Frames at the end of a span that are left out. */
const edge = 3;
/** Weight of the differences before, with each new one. */
const decay = 0.9;
/** Longest loops that are worth a closer look. */
const maxSpans = 3;

/** Returns spans of sound that may begin again at once, with or without a pause, the longest first. Levels are in decibels above the silence. */
export function loopedSpans(levels: Float32Array): RepeatedSpan[] {
  const found: RepeatedSpan[] = [];
  for (let lag = lags.min; lag <= Math.min(lags.max, levels.length / 2); lag += 1) {
    const span = longestRun(levels, lag);
    if (span && span.to - span.from >= Math.max(minFrames, lag * minShare) && varies(levels, span)) found.push(span);
  }
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxSpans);
}

/** Returns the longest span whose levels are there again `lag` frames later. */
function longestRun(levels: Float32Array, lag: number): RepeatedSpan | undefined {
  let [difference, run, longest, end] = [0, 0, 0, 0];
  for (let at = lag; at < levels.length; at += 1) {
    difference = difference * decay + Math.abs((levels[at] ?? 0) - (levels[at - lag] ?? 0)) * (1 - decay);
    run = difference < maxDifference ? run + 1 : 0;
    if (run <= longest) continue;
    [longest, end] = [run, at + 1];
  }
  // The copy may begin a little later, and the sound end with it.
  return longest <= edge ? undefined : { from: end - longest - lag, to: end - lag - edge, again: end - longest };
}

/** Variance of the levels of a sound, pauses left out, in square decibels. A steady sound is like itself at any time. */
const minVariance = 9;

function varies(levels: Float32Array, { from, to }: RepeatedSpan): boolean {
  let [sum, squares, count] = [0, 0, 0];
  for (let at = from; at < to; at += 1) {
    const level = levels[at] ?? 0;
    if (level > 0) count += 1;
    sum += level;
    squares += level * level;
  }
  return count > 0 && squares / count - (sum / count) ** 2 >= minVariance;
}
