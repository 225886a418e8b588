import { cuesIn } from './cues.ts';
import type { Cue } from './cues.ts';
import type { Stretch, TimedChapter } from '../timed-chapter.ts';
import { subRip } from './sub-rip.ts';
import { webVtt } from './web-vtt.ts';

/** The formats that there are; each is the ending of its files, too. */
export const subtitleFormats = ['srt', 'vtt'] as const;
export type SubtitleFormat = (typeof subtitleFormats)[number];

const writers: Record<SubtitleFormat, (cues: readonly Cue[], language: string) => string> = {
  srt: subRip,
  vtt: webVtt,
};

/** The subtitles of an audio file that holds a stretch of the book. `language` is the BCP-47 code of the book. */
export function subtitles(
  format: SubtitleFormat,
  file: Stretch,
  { chapters, language }: { readonly chapters: readonly TimedChapter[]; readonly language: string },
): string {
  return writers[format](cuesIn(file, chapters), language);
}
