import { locateFfmpeg } from '../ffmpeg/locate-ffmpeg.ts';
import { audioDuration } from './audio-duration.ts';
import { cleanLine } from '../audio-metadata.ts';

/** A chapter of a book with one file per chapter. */
export interface ChapterMetadata {
  readonly title: string;
  readonly startMs: number;
  readonly durationSeconds: number;
}

/** Returns chapter marks for files played one after the other. Starts are rounded once, so errors do not add up. */
export async function chapterMetadata(
  files: readonly { readonly title: string; readonly path: string }[],
): Promise<readonly ChapterMetadata[]> {
  const chapters: ChapterMetadata[] = [];
  const ffmpeg = await locateFfmpeg().catch(() => undefined);
  let start = 0;
  for (const [index, { title, path }] of files.entries()) {
    const durationSeconds = await audioDuration(path, { ffmpeg });
    const startMs = Math.round(start * 1000);
    chapters.push({ title: cleanLine(title) || `Chapter ${index + 1}`, startMs, durationSeconds });
    start += durationSeconds;
  }
  return chapters;
}
