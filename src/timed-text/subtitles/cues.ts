import { cleanText } from '../../text/clean-text.ts';
import { textLength } from '../../text/text-length.ts';
import { subtitleLines } from './subtitle-lines.ts';
import type { TimeRange, TimedChapter } from '../timed-chapter.ts';

/** Text that is shown at one time. */
export interface Cue {
  /** From the beginning of the audio file. */
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
  /** BCP-47 code when it is not the book's. */
  readonly language: string | undefined;
}

/**
 * Returns the sentences that are heard in an audio file as cues, in order. Cues do not overlap, and none is empty or without
 * a duration. A sentence too long for one cue is divided, its time by the length of the parts.
 */
export function cuesIn(file: TimeRange, chapters: readonly TimedChapter[]): Cue[] {
  const cues: Cue[] = [];
  const inFile = chapters.filter(
    ({ startSeconds }) => startSeconds >= file.startSeconds - tolerance && startSeconds < file.endSeconds - tolerance,
  );
  for (const { text, sentences, language } of inFile.flatMap(({ blocks }) => blocks)) {
    for (const { from, to, heard } of sentences) {
      if (heard) cues.push(...sentenceCues(cleanText(text.slice(from, to)), within(file, heard), language));
    }
  }
  return cues;
}

/** Half a millisecond. Files are cut and chapters begin at samples. */
const tolerance = 0.0005;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** Rounds each position once, so that errors do not add up. */
function within(file: TimeRange, { startSeconds, endSeconds }: TimeRange): Span {
  const toMs = (seconds: number): number => Math.max(0, Math.round((seconds - file.startSeconds) * 1000));
  return { startMs: toMs(startSeconds), endMs: toMs(endSeconds) };
}

function sentenceCues(sentence: string, { startMs, endMs }: Span, language: string | undefined): Cue[] {
  const shown = subtitleLines(sentence);
  if (endMs - startMs < shown.length) return [];
  const lengths = shown.map((lines) => lines.reduce((sum, line) => sum + textLength(line, 'chars'), 0));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  // Each cue gets one millisecond, the rest is divided by length.
  const spare = endMs - startMs - shown.length;
  const at = (index: number): number => startMs + index + Math.round((spare * before) / whole);
  return shown.map((lines, index) => {
    const start = at(index);
    before += lengths[index] ?? 0;
    return { startMs: start, endMs: at(index + 1), lines, language };
  });
}
