import { cleanText } from '../../text/clean-text.ts';
import { textLength } from '../../text/text-length.ts';
import { subtitleLines } from './subtitle-lines.ts';
import type { Stretch, TimedChapter } from '../timed-chapter.ts';

/** What is shown at one time. */
export interface Cue {
  /** Counted from the beginning of the audio file. */
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
  /** BCP-47 code when it is not the book's. */
  readonly language: string | undefined;
}

/**
 * The sentences that are heard in a stretch of the book, an audio file's, as cues in order: none overlaps another, none is empty, each has a length.
 * A sentence too long for one cue shares its time among several by their length.
 */
export function cuesIn(file: Stretch, chapters: readonly TimedChapter[]): Cue[] {
  const cues: Cue[] = [];
  const inFile = chapters.filter(
    ({ startSeconds }) => startSeconds >= file.startSeconds - half && startSeconds < file.endSeconds - half,
  );
  for (const { text, sentences, language } of inFile.flatMap(({ blocks }) => blocks)) {
    for (const { from, to, heard } of sentences) {
      if (heard) cues.push(...sentenceCues(cleanText(text.slice(from, to)), within(file, heard), language));
    }
  }
  return cues;
}

/** Half a millisecond: files are cut at samples, chapters begin at them. */
const half = 0.0005;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Rounded once, so that no position is a sum of rounded ones. */
function within(file: Stretch, { startSeconds, endSeconds }: Stretch): Span {
  const toMs = (seconds: number): number => Math.max(0, Math.round((seconds - file.startSeconds) * 1000));
  return { startMs: toMs(startSeconds), endMs: toMs(endSeconds) };
}

function sentenceCues(sentence: string, { startMs, endMs }: Span, language: string | undefined): Cue[] {
  const shown = subtitleLines(sentence);
  if (endMs - startMs < shown.length) return [];
  const lengths = shown.map((lines) => lines.reduce((sum, line) => sum + textLength(line, 'chars'), 0));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  // A millisecond is kept for each cue; the rest goes by length.
  const spare = endMs - startMs - shown.length;
  const at = (index: number): number => startMs + index + Math.round((spare * before) / whole);
  return shown.map((lines, index) => {
    const start = at(index);
    before += lengths[index] ?? 0;
    return { startMs: start, endMs: at(index + 1), lines, language };
  });
}
