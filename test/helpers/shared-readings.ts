import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let readings: string | undefined;

/**
 * Links the books of a segment store to those that other tests of this process have read: the same small book is read by each of
 * them, which takes a third of a short conversion. Does nothing where the folder cannot be made, or has books of its own.
 */
export function shareReadings(cacheFolder: string): void {
  try {
    mkdirSync(path.join(cacheFolder, 'segments'), { recursive: true });
    symlinkSync(readingsFolder(), path.join(cacheFolder, 'segments', 'books'));
  } catch {
    // The run reads the book itself.
  }
}

/** Returns the folder of the books that this process has read. */
function readingsFolder(): string {
  if (readings === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'audiobook-readings-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    readings = folder;
  }
  return readings;
}
