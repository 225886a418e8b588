import type { Stats } from 'node:fs';

/** Returns what changes when a file is written to: its size, its time of change and its number. */
export function fileStamp({ size, mtimeMs, ino }: Stats): string {
  return `${size} ${mtimeMs} ${ino}`;
}
