import { median } from '../../../core/statistics.ts';
import { mostFrequent } from '../layout/most-frequent.ts';
import type { Line } from '../layout/pdf-page.ts';
import { linesByRegion } from '../layout/pdf-page.ts';

/**
 * The horizontal extent of a column of text, in points. `start` and `end` count in reading direction, so both are
 * negative for right-to-left text.
 */
export interface ColumnFrame {
  readonly start: number;
  readonly end: number;
  /** Usual distance between two baselines, in points. */
  readonly leading: number;
}

/** Returns the position at which a line begins, counted in reading direction. */
export function lineStart(line: Line): number {
  return line.rightToLeft ? -line.right : line.left;
}

/** Returns the position at which a line ends, counted in reading direction. */
export function lineEnd(line: Line): number {
  return line.rightToLeft ? -line.left : line.right;
}

/** The frame of a region with fewer lines is not reliable. */
const minFrameLines = 8;

/** Returns the frame of each region by its number. A short region gets the frame of the nearest full one that it fits. */
export function columnFrames(lines: readonly Line[]): ReadonlyMap<number, ColumnFrame> {
  const regions = linesByRegion(lines);
  const distances = usualDistances(regions);
  const own = regions.map((region) => withUsualLeading(frameOf(region), region, distances.get(sizeOf(region)) ?? 0));
  const full = regions.flatMap((region, index) => (region.length >= minFrameLines ? [index] : []));
  const leading = median(full.map((index) => own[index]?.leading ?? 0));
  const frames = new Map<number, ColumnFrame>();
  for (const [index, region] of regions.entries()) {
    const mine = own[index];
    if (mine === undefined) continue;
    const near = region.length >= minFrameLines ? undefined : nearest(index, mine, full, own);
    const frame = near ?? (mine.leading > 0 ? mine : { ...mine, leading });
    frames.set(region[0]?.region ?? 0, frame);
  }
  return frames;
}

function nearest(
  index: number,
  mine: ColumnFrame,
  full: readonly number[],
  own: readonly ColumnFrame[],
): ColumnFrame | undefined {
  const fits = full.filter((other) => {
    const frame = own[other];
    return frame !== undefined && frame.start <= mine.start + 2 && frame.end >= mine.end - 2;
  });
  let best: number | undefined;
  for (const other of fits) {
    if (best === undefined || Math.abs(other - index) < Math.abs(best - index)) best = other;
  }
  return best === undefined ? undefined : own[best];
}

function frameOf(region: readonly Line[]): ColumnFrame {
  const starts = new Map<number, number>();
  for (const line of region) {
    const bucket = Math.round(lineStart(line) / 2) * 2;
    starts.set(bucket, (starts.get(bucket) ?? 0) + 1);
  }
  const usual = [...starts].filter(([, count]) => count >= Math.max(2, region.length * 0.15)).map(([start]) => start);
  return {
    start: usual.length > 0 ? Math.min(...usual) : Math.min(...region.map(lineStart)),
    end: usualEnd(region.map(lineEnd).toSorted((a, b) => b - a)),
    leading: median(lineDistances(region)),
  };
}

/** Returns where the full lines end, or the farthest end of ragged lines. One line can be too wide for its column. */
function usualEnd(ends: readonly number[]): number {
  const others = Math.max(2, Math.ceil(ends.length / 4) - 1);
  return ends.find((end, index) => end - (ends[index + others] ?? -Infinity) < 2) ?? ends[0] ?? 0;
}

/** Returns the distances between the baselines of lines below each other. */
function lineDistances(region: readonly Line[]): number[] {
  return region
    .slice(1)
    .map((line, index) => line.baseline - (region[index]?.baseline ?? 0))
    .filter((distance) => distance > 0);
}

/**
 * Returns the usual distance of lines by their size. In a column of short paragraphs with blank space between them, the median is
 * that of the paragraphs.
 */
function usualDistances(regions: readonly (readonly Line[])[]): ReadonlyMap<number, number> {
  const bySize = new Map<number, number[]>();
  for (const region of regions) {
    const all = bySize.get(sizeOf(region)) ?? [];
    all.push(...lineDistances(region));
    bySize.set(sizeOf(region), all);
  }
  return new Map([...bySize].map(([size, distances]) => [size, mostFrequent(distances)]));
}

function sizeOf(region: readonly Line[]): number {
  return Math.round(median(region.map((line) => line.size)) * 2) / 2;
}

/** Replaces the distance of a column's lines by a smaller usual one that it has, too. */
function withUsualLeading(frame: ColumnFrame, region: readonly Line[], usual: number): ColumnFrame {
  const isIn = usual > 0 && usual < frame.leading && lineDistances(region).some((one) => Math.abs(one - usual) < 0.5);
  return isIn ? { ...frame, leading: usual } : frame;
}
