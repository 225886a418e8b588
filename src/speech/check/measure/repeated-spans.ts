import { correlation } from './correlation.ts';
import type { RepeatedSpan } from './is-copied.ts';

/** Shortest repetition, in frames of 10 ms. Shorter ones are words like "no, no". */
const minRepeatedFrames = 40;

/** Longest repetition that is looked for. */
const maxRepeatedFrames = 3000;

/** Correlation of the levels of a span with those after it. Different sentences of a voice reach 0.9, the same one is above 0.94. */
const minRepeatedCorrelation = 0.93;

/** Share of the span that must be there a second time. */
const minPresent = 0.75;

/** Correlation that the beginnings must have. It separates most spans. */
const minBeginning = 0.8;

/** Variance of the levels of sounds that can be distinguished, in square decibels. Steady sounds are all alike. */
const minRepeatedVariance = { whole: 9, beginning: 1 };

/** A repetition may begin this many frames earlier or later than the first time: frames are not aligned with the sound. */
const shifts = [-1, 0, 1];

/**
 * Returns the spans of speech that are heard twice in succession. The pause after the second time may be
 * missing. Levels are in decibels above the silence.
 * `onsets` are the frames at which sound begins after a pause, the first included. Finds what is repeated in the same way, as
 * services do that send a part twice, not what a narrator says again.
 */
export function repeatedSpans(levels: Float32Array, onsets: readonly number[]): RepeatedSpan[] {
  const spans: RepeatedSpan[] = [];
  // Audio that is there twice need not pause in between.
  const middles = [0, 1, 2, 3, 4].map((offset) => Math.ceil(levels.length / 2) + offset);
  const middle = middles.find((frame) => isRepeated(levels, 0, frame));
  if (middle !== undefined) spans.push(spanOf(levels, 0, middle));
  for (const [index, from] of onsets.entries()) {
    for (const to of onsets.slice(index + 1)) {
      const span = spanOf(levels, from, to);
      if (to - from > maxRepeatedFrames || to + (span.to - from) * minPresent > levels.length) break;
      if (isRepeated(levels, from, to)) spans.push(span);
    }
  }
  return spans;
}

function spanOf(levels: Float32Array, from: number, again: number): RepeatedSpan {
  const to = from + levels.subarray(from, again).findLastIndex((level) => level > 0) + 1;
  return { from, to, again };
}

/** Reports whether the span between two frames is repeated after it. */
function isRepeated(levels: Float32Array, from: number, to: number): boolean {
  return to - from >= minRepeatedFrames && shifts.some((shift) => isAlike(levels, from, to, shift));
}

function isAlike(levels: Float32Array, from: number, to: number, shift: number): boolean {
  const again = levels.subarray(to + shift);
  const beginning = correlation(levels.subarray(from, from + minRepeatedFrames), again, {
    least: minRepeatedVariance.beginning,
  });
  return (
    beginning > minBeginning &&
    correlation(levels.subarray(from, to), again, { least: minRepeatedVariance.whole }) > minRepeatedCorrelation
  );
}
