import type { RepeatedSpan } from './is-copied.ts';

/** Time after which a sound may begin again, in frames of 10 ms. */
const loopLags = { min: 20, max: 1000 };

/** Shortest loop, in frames. */
const minLoopFrames = 50;

/** Share of a span that follows it again at once, at least. */
const minLoopShare = 0.8;

/** Difference between the levels of a sound and of its copy in decibels: frames are not aligned with it. */
const maxLoopDifference = 1.2;

/** Frames at the end of a span that are left out. */
const loopEdge = 3;

/** Weight of the differences before, with each new one. */
const loopDecay = 0.9;

/** Differences longer ago do not count. */
const loopMemoryFrames = 40;

/** Longest loops that are worth a closer look. */
const maxLoops = 3;

/** Frames that show that a sound is not there again, and the most that their differences can be together where it is. */
const loopGlance = { frames: 10, maxDifference: 24 };

/** Variance of the levels of a sound, pauses left out, in square decibels. A steady sound is like itself at any time. */
const minLoopVariance = 9;

/** Returns spans of sound that may begin again at once, with or without a pause, the longest first. Levels are in decibels above the silence. */
export function loopedSpans(levels: Float32Array): RepeatedSpan[] {
  const found: RepeatedSpan[] = [];
  for (let lag = loopLags.min; lag <= Math.min(loopLags.max, levels.length / 2); lag += 1) {
    const span = longestRun(levels, lag, Math.max(minLoopFrames, Math.ceil(lag * minLoopShare)));
    if (span && varies(levels, span)) found.push(span);
  }
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, maxLoops);
}

/** Returns the longest span, of this many frames at least, whose levels are there again `lag` frames later. */
function longestRun(levels: Float32Array, lag: number, least: number): RepeatedSpan | undefined {
  let [longest, end] = [least + loopEdge - 1, 0];
  for (let start = lag; start + least <= levels.length;) {
    // The end of the shortest run that begins here: where it differs, no run has it inside.
    const glanced = start + least - loopGlance.frames;
    if (differs(levels, lag, glanced)) {
      start = glanced + 1;
      continue;
    }
    const run = runAround(levels, lag, { start, glanced });
    if (run.end - run.start > longest) [longest, end] = [run.end - run.start, run.end];
    start = run.end + 1;
  }
  // The copy may begin a little later, and the sound end with it.
  return end === 0 ? undefined : { from: end - longest - lag, to: end - lag - loopEdge, again: end - longest };
}

function differs(levels: Float32Array, lag: number, from: number): boolean {
  const to = from + loopGlance.frames;
  let difference = 0;
  for (let at = from; at < to; at += 1) difference += Math.abs((levels[at] ?? 0) - (levels[at - lag] ?? 0));
  return difference > loopGlance.maxDifference;
}

interface RunPlace {
  readonly start: number;
  /** A frame that the run must reach. */
  readonly glanced: number;
}

/** Returns the first run that reaches a frame. It begins where the differences before it are forgotten. */
function runAround(levels: Float32Array, lag: number, { start, glanced }: RunPlace): { start: number; end: number } {
  let difference = 0;
  let begin = start;
  let at = Math.max(lag, start - loopMemoryFrames);
  for (; at < levels.length; at += 1) {
    difference = difference * loopDecay + Math.abs((levels[at] ?? 0) - (levels[at - lag] ?? 0)) * (1 - loopDecay);
    if (difference < maxLoopDifference) continue;
    if (at > glanced) break;
    begin = at + 1;
  }
  return { start: begin, end: at };
}

function varies(levels: Float32Array, { from, to }: RepeatedSpan): boolean {
  let [sum, squares, count] = [0, 0, 0];
  for (let at = from; at < to; at += 1) {
    const level = levels[at] ?? 0;
    if (level > 0) count += 1;
    sum += level;
    squares += level * level;
  }
  return count > 0 && squares / count - (sum / count) ** 2 >= minLoopVariance;
}
