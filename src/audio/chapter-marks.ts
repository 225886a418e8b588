import { cleanLine } from './audio-metadata.ts';

/** Where a chapter begins, in samples counted from the beginning of the file. */
export interface ChapterStart {
  readonly title: string;
  readonly startSample: number;
}

/** A chapter of a finished file: no gaps, the first begins at 0, the last ends with the sound. */
export interface ChapterMark extends ChapterStart {
  readonly endSample: number;
}

/**
 * Marks from starts in rising order. A chapter without any sound gets no mark, since no player can reach it; the first
 * mark is moved to 0; an empty title becomes `Chapter N`.
 */
export function chapterMarks(starts: readonly ChapterStart[], totalSamples: number): ChapterMark[] {
  const marks: ChapterMark[] = [];
  for (const [index, { title, startSample }] of starts.entries()) {
    const endSample = starts[index + 1]?.startSample ?? totalSamples;
    const start = marks.length === 0 ? 0 : startSample;
    if (endSample <= startSample) continue;
    marks.push({ title: cleanLine(title) || `Chapter ${index + 1}`, startSample: start, endSample });
  }
  return marks;
}

/** A position in milliseconds, rounded once: positions are never sums of rounded lengths. */
export function sampleToMs(sample: number, sampleRate: number): number {
  return Math.round((sample * 1000) / sampleRate);
}
