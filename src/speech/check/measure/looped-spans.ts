import type { RepeatedSpan } from './is-copied.ts';
import {
  loopDecay,
  loopEdge,
  loopGlance,
  loopLags,
  loopMemoryFrames,
  maxLoopDifference,
  maxLoops,
  minLoopFrames,
  minLoopShare,
  minLoopVariance,
} from './limits.ts';

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
  // Millions of rounds: a constant of another module is looked up in each of them where modules are not bundled.
  const [decay, weight, most] = [loopDecay, 1 - loopDecay, maxLoopDifference];
  let difference = 0;
  let begin = start;
  let at = Math.max(lag, start - loopMemoryFrames);
  for (; at < levels.length; at += 1) {
    difference = difference * decay + Math.abs((levels[at] ?? 0) - (levels[at - lag] ?? 0)) * weight;
    if (difference < most) continue;
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
