import path from 'node:path';
import type { WrittenFile } from '../../audio/encoding/audio-encoding.ts';
import type { TimeRange } from '../../timed-text/timed-chapter.ts';
import { keptWavPath } from '../output/output-paths.ts';

/** An audio file and the time of the book that it holds. */
export interface FileTime extends TimeRange {
  readonly path: string;
  /** The part of it that is the audio of the book, without silence that the file adds. */
  readonly held: TimeRange;
}

/** Returns the time range of each audio file. Files follow one another; a kept WAV holds the whole book. */
export function fileTimes(
  files: readonly Pick<WrittenFile, 'path' | 'seconds' | 'addedSilence'>[],
  output: string,
): readonly FileTime[] {
  const keptWav = path.resolve(keptWavPath(output));
  let startSeconds = 0;
  return files.map((file) => {
    const isWhole = files.length > 1 && file.path === keptWav;
    const { leadSeconds, trailSeconds } = file.addedSilence ?? { leadSeconds: 0, trailSeconds: 0 };
    const heldStart = isWhole ? 0 : startSeconds;
    const held = { startSeconds: heldStart, endSeconds: heldStart + file.seconds - leadSeconds - trailSeconds };
    if (!isWhole) startSeconds = held.endSeconds;
    const start = heldStart - leadSeconds;
    return { path: file.path, startSeconds: start, endSeconds: start + file.seconds, held };
  });
}
