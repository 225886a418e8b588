import { median } from '../../core/statistics.ts';

/** Steps of a stretch that is compared by itself: a quarter of a second. */
const stretchSteps = 12;

/** Share of the energy of a stretch by which it may differ. Codecs, limiters and changes of speed take less than half of that. */
const maxResidual = 0.5;

/** A stretch that is quieter than this share of the whole is compared as if it were as loud: it may be noise. */
const leastPower = 0.1;

/** A sound whose level differs less from its mean has no shape to compare. */
const evenSpread = 0.1;

/** Takes off levels what a shift by a part of a step changes. */
export function smoothLevels(levels: ArrayLike<number>): Float64Array {
  const last = levels.length - 1;
  const at = (index: number): number => levels[Math.max(0, Math.min(last, index))] ?? 0;
  return Float64Array.from(levels, (level, index) => (at(index - 1) + 2 * level + at(index + 1)) / 4);
}

/** Returns how well the shapes of smoothed levels fit as a whole, from -1 to 1. A hole hardly changes it. */
export function correlationOf(one: Float64Array, other: Float64Array): number {
  const [first, second] = [spreadOf(one), spreadOf(other)];
  const isEven = first.deviation < evenSpread * first.mean;
  if (isEven) return second.deviation < 2 * evenSpread * second.mean ? 1 : 0;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += ((one[at] ?? 0) - first.mean) * ((other[at] ?? 0) - second.mean);
  const scale = first.deviation * second.deviation * one.length;
  return scale === 0 ? 0 : sum / scale;
}

function spreadOf(levels: Float64Array): { readonly mean: number; readonly deviation: number } {
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const squares = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / levels.length) };
}

/** Returns the first step of a stretch whose smoothed levels differ, after one gain for all of it, or undefined. */
export function brokenStretch(heard: Float64Array, found: Float64Array): number | undefined {
  const gain = gainOf(heard, found);
  const steps = heard.length;
  const scaled = heard.map((level) => level * gain);
  const least = leastPower * (power(scaled, 0, steps) / steps);
  const length = Math.min(stretchSteps, steps);
  for (let from = 0; from + length <= steps; from += Math.max(1, length >> 1)) {
    let residual = 0;
    for (let at = from; at < from + length; at += 1) residual += ((scaled[at] ?? 0) - (found[at] ?? 0)) ** 2;
    if (residual > maxResidual * Math.max(power(scaled, from, from + length), least * length)) return from;
  }
  return undefined;
}

/** Returns the gain between the levels. The median of the loud steps is not moved by a hole. */
function gainOf(heard: Float64Array, found: Float64Array): number {
  const loud = Math.sqrt(power(heard, 0, heard.length) / Math.max(1, heard.length)) / 2;
  const gains = [...heard.keys()]
    .filter((at) => (heard[at] ?? 0) > loud)
    .map((at) => (found[at] ?? 0) / (heard[at] ?? 1));
  return median(gains);
}

function power(levels: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += (levels[at] ?? 0) ** 2;
  return sum;
}
