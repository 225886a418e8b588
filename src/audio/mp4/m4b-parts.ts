import path from 'node:path';
import type { FinishedSound } from '../encoding/audio-encoding.ts';
import type { Numbered } from '../audio-metadata.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import { groupByDuration } from '../files/group-by-duration.ts';

/** A section of the book that becomes one file. */
export interface M4bPart {
  readonly path: string;
  readonly startSample: number;
  readonly endSample: number;
  /** Positions from the beginning of the part. */
  readonly chapters: readonly ChapterMark[];
  /** Undefined when the book is one file. */
  readonly part: Numbered | undefined;
}

/** Splits a book longer than `maxSeconds` between chapters: `Title.m4b` becomes `Title - Part 1.m4b` and so on, `Part 01` of ten or more. */
export function m4bParts(file: string, sound: FinishedSound, sampleRate: number, maxSeconds: number): M4bPart[] {
  const timed = sound.chapters.map((chapter) => ({
    ...chapter,
    seconds: (chapter.endSample - chapter.startSample) / sampleRate,
  }));
  const groups = groupByDuration(timed, maxSeconds);
  if (groups.length <= 1) {
    return [{ path: file, startSample: 0, endSample: sound.totalSamples, chapters: sound.chapters, part: undefined }];
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
    return { path: partPath(file, part.number, String(part.total).length), startSample, endSample, chapters, part };
  });
}

/** Returns the names that the parts of a book can have, when there are at most `most`. */
export function possiblePartPaths(file: string, most: number): readonly string[] {
  const paths = new Set<string>();
  for (let number = 1; number <= most; number += 1) {
    for (let digits = 1; digits <= String(most).length; digits += 1) paths.add(partPath(file, number, digits));
  }
  return [...paths];
}

/** Pads the number, so that names sort in order. */
function partPath(file: string, number: number, digits: number): string {
  const { dir, name, ext } = path.parse(file);
  return path.format({ dir, name: `${name} - Part ${String(number).padStart(digits, '0')}`, ext });
}
