import type { Line } from './pdf-page.ts';

/** The size in which most of the book is set, in points. */
export function bodySize(lines: readonly Line[]): number {
  const characters = new Map<number, number>();
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2;
    characters.set(size, (characters.get(size) ?? 0) + line.text.length);
  }
  return [...characters].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}
