import type { Line } from './pdf-page.ts';

/** Groups lines by region, in reading order. */
export function linesByRegion(lines: readonly Line[]): Line[][] {
  const regions: Line[][] = [];
  for (const line of lines) {
    const last = regions.at(-1);
    if (last?.[0]?.region === line.region) last.push(line);
    else regions.push([line]);
  }
  return regions;
}
