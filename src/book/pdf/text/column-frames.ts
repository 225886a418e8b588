import { median } from '../layout/median.ts';
import type { Line } from '../layout/pdf-page.ts';
import { linesByRegion } from '../layout/lines-by-region.ts';

/** The frame that a column of text fills. `start` and `end` count in reading direction: for right-to-left text both are negative. */
export interface ColumnFrame {
  readonly start: number;
  readonly end: number;
  /** Usual distance between two baselines. */
  readonly leading: number;
}

/** Where a line begins, counted in reading direction. */
export function lineStart(line: Line): number {
  return line.rightToLeft ? -line.right : line.left;
}

/** Where a line ends, counted in reading direction. */
export function lineEnd(line: Line): number {
  return line.rightToLeft ? -line.left : line.right;
}

/** A region of fewer lines does not show its own frame. */
const minFrameLines = 8;

/** The frame of each region; a short region takes that of the nearest full one it fits in. */
export function columnFrames(lines: readonly Line[]): ReadonlyMap<number, ColumnFrame> {
  const regions = linesByRegion(lines);
  const own = regions.map((region) => measure(region));
  const full = regions.flatMap((region, index) => (region.length >= minFrameLines ? [index] : []));
  const leading = median(full.map((index) => own[index]?.leading ?? 0));
  const measures = new Map<number, ColumnFrame>();
  for (const [index, region] of regions.entries()) {
    const mine = own[index];
    if (mine === undefined) continue;
    const near = region.length >= minFrameLines ? undefined : nearest(index, mine, full, own);
    const frame = near ?? (mine.leading > 0 ? mine : { ...mine, leading });
    measures.set(region[0]?.region ?? 0, frame);
  }
  return measures;
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

function measure(region: readonly Line[]): ColumnFrame {
  const starts = new Map<number, number>();
  for (const line of region) {
    const drawer = Math.round(lineStart(line) / 2) * 2;
    starts.set(drawer, (starts.get(drawer) ?? 0) + 1);
  }
  const usual = [...starts].filter(([, count]) => count >= Math.max(2, region.length * 0.15)).map(([start]) => start);
  const distances = region
    .slice(1)
    .map((line, index) => line.baseline - (region[index]?.baseline ?? 0))
    .filter((distance) => distance > 0);
  return {
    start: usual.length > 0 ? Math.min(...usual) : Math.min(...region.map(lineStart)),
    end: Math.max(...region.map(lineEnd)),
    leading: median(distances),
  };
}
