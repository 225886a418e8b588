import { format, parse } from 'node:path';
import type { FinishedSound } from '../encoding/audio-encoding.ts';
import type { Numbered } from '../audio-metadata.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import { groupByDuration } from '../files/group-by-duration.ts';

/** A stretch of the book that becomes one file. */
export interface M4bPart {
  readonly path: string;
  readonly startSample: number;
  readonly endSample: number;
  /** Positions counted from the part's beginning. */
  readonly chapters: readonly ChapterMark[];
  /** Undefined when the book is one file. */
  readonly part: Numbered | undefined;
}

/** Cuts a book that is longer than `maxSeconds` between chapters, never inside one: `Title.m4b` becomes `Title - Part 1.m4b`, … */
export function m4bParts(path: string, sound: FinishedSound, sampleRate: number, maxSeconds: number): M4bPart[] {
  const timed = sound.chapters.map((chapter) => ({
    ...chapter,
    seconds: (chapter.endSample - chapter.startSample) / sampleRate,
  }));
  const groups = groupByDuration(timed, maxSeconds);
  if (groups.length <= 1) {
    return [{ path, startSample: 0, endSample: sound.totalSamples, chapters: sound.chapters, part: undefined }];
  }
  return groups.map((group, index) => {
    const startSample = group[0]?.startSample ?? 0;
    const endSample = group.at(-1)?.endSample ?? sound.totalSamples;
    const chapters = group.map(({ title, startSample: start, endSample: end }) => ({
      title,
      startSample: start - startSample,
      endSample: end - startSample,
    }));
    const part = { number: index + 1, total: groups.length };
    return { path: partPath(path, index + 1), startSample, endSample, chapters, part };
  });
}

function partPath(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return format({ dir, name: `${name} - Part ${number}`, ext });
}
