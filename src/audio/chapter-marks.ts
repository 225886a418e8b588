import { cleanLine } from './audio-metadata.ts';

/** Start of a chapter, in samples from the beginning of the file. */
export interface ChapterStart {
  readonly title: string;
  readonly startSample: number;
}

/** A chapter of a finished file. Chapters have no gaps: the first begins at 0, the last ends with the audio. */
export interface ChapterMark extends ChapterStart {
  readonly endSample: number;
}

/**
 * Returns the marks for starts in rising order. A chapter without audio gets none, since no player can reach it. The first
 * mark moves to 0. An empty title becomes `Chapter N`.
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

/** Returns a position in milliseconds, rounded once: positions are never sums of rounded lengths. */
export function sampleToMs(sample: number, sampleRate: number): number {
  return Math.round((sample * 1000) / sampleRate);
}
