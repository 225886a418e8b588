import path from 'node:path';
import type { Book, LeftOut } from '../../core/book.ts';
import { writeWhole } from '../../core/write-whole.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { charactersOf } from '../../text/text-length.ts';
import type { Assembly } from './assemble.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { RunLog } from '../run-log.ts';

export interface ChapterReport {
  readonly number: number;
  readonly title: string;
  /** Where the chapter mark stands, in milliseconds from the beginning. */
  readonly startMs: number;
  readonly seconds: number;
  readonly words: number;
  readonly segments: number;
}

/** A piece of text that is not in the audio, because the provider failed on it. */
export interface Gap {
  readonly chapter: number;
  readonly text: string;
  readonly reason: string;
}

/** How the words of a chapter came about. */
export interface NarratedChapterReport {
  readonly chapter: number;
  readonly origin: string;
  /** What was done about answers of the language model that were no script. */
  readonly steps: readonly { readonly action: string; readonly reason: string; readonly about: string }[];
  readonly scriptFile?: string;
}

/** What language models did in a conversion. */
export interface NarrationReport {
  readonly task: string;
  readonly model?: string;
  readonly translator?: string;
  /** BCP-47 code that was translated into. */
  readonly translatedInto?: string;
  readonly chapters: readonly NarratedChapterReport[];
}

/** A file that was written. */
export interface ReportFile {
  readonly path: string;
  readonly bytes: number;
  /** How much of the book it holds; subtitles and read-alongs cover as much as the sound that they go with. */
  readonly seconds: number;
  readonly kind: 'audio' | 'subtitles' | 'read-along';
}

/** What a conversion did, for a script to read: printed by `--json`, written beside the audio. */
export interface ConversionReport {
  readonly version: 1;
  /** Whether every chosen word of the book is in the audio. */
  readonly complete: boolean;
  readonly book: {
    readonly file: string;
    readonly title: string;
    readonly authors: readonly string[];
    readonly language: string;
    readonly languageSource: string;
  };
  readonly provider: string;
  readonly voice: string;
  readonly language: string;
  readonly words: number;
  readonly characters: number;
  readonly seconds: number;
  /** How loud the whole book was spoken, in LUFS, and the one gain that all of it got, in dB; not when it was left as it is. */
  readonly loudness?: { readonly spokenLufs: number; readonly gainDb: number };
  readonly segments: {
    readonly total: number;
    readonly spoken: number;
    readonly stored: number;
    readonly retries: number;
  };
  readonly chapters: readonly ChapterReport[];
  readonly leftOut: readonly LeftOut[];
  readonly gaps: readonly Gap[];
  /** Only when a language model wrote or translated. */
  readonly narration?: NarrationReport;
  readonly warnings: readonly string[];
  readonly files: readonly ReportFile[];
  readonly elapsedSeconds: number;
}

/** What a report is made from. */
export interface ReportSources {
  readonly request: ConversionRequest;
  readonly book: Book;
  readonly assembly: Assembly;
  /** Files besides the assembly's own. */
  readonly timedFiles: readonly ReportFile[];
  readonly provider: string;
  readonly voice: string;
  readonly language: string;
  readonly log: RunLog;
  readonly narration: NarrationReport | undefined;
}

/** The report of a finished conversion. */
export function conversionReport(sources: ReportSources): ConversionReport {
  const { request, assembly, provider, voice, language, log } = sources;
  const { metadata, leftOut } = sources.book;
  const { spoken, stored } = assembly;
  const retries = log.retries();
  const chapters = chapterReports(assembly);
  const segments = assembly.planned.flatMap((chapter) => chapter.segments).filter((segment) => segment.spoken);
  return {
    version: 1,
    complete: assembly.gaps.length === 0,
    book: {
      file: path.resolve(request.bookFile),
      title: metadata.title,
      authors: metadata.authors.map(({ name }) => name),
      language: metadata.language,
      languageSource: metadata.languageSource,
    },
    provider,
    voice,
    language,
    words: chapters.reduce((sum, { words }) => sum + words, 0),
    characters: charactersOf(segments),
    seconds: seconds(assembly.samples, assembly.sampleRate),
    ...loudnessOf(assembly),
    segments: { total: segments.length, spoken, stored, retries },
    chapters,
    leftOut,
    gaps: assembly.gaps.map(({ segment, gap }) => ({
      chapter: segment.chapter + 1,
      text: segment.text,
      reason: gap?.message ?? '',
    })),
    ...(sources.narration && { narration: sources.narration }),
    warnings: log.warnings,
    files: [...assembly.files.map((file) => ({ ...file, kind: 'audio' as const })), ...sources.timedFiles],
    elapsedSeconds: log.elapsedSeconds(),
  };
}

function chapterReports({ planned, chapters, samples, sampleRate }: Assembly): ChapterReport[] {
  return chapters.map(({ title, startSample }, index) => {
    const segments = (planned[index]?.segments ?? []).filter((segment) => segment.spoken);
    const endSample = chapters[index + 1]?.startSample ?? samples;
    return {
      number: index + 1,
      title,
      startMs: Math.round((startSample * 1000) / sampleRate),
      seconds: seconds(endSample - startSample, sampleRate),
      words: countWordsOf(segments),
      segments: segments.length,
    };
  });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** To the hundredth; nothing of what was left as it is, or is as good as silent. */
function loudnessOf({ leveling }: Assembly): Pick<ConversionReport, 'loudness'> {
  if (leveling === undefined || !Number.isFinite(leveling.spokenLufs)) return {};
  return { loudness: { spokenLufs: rounded(leveling.spokenLufs), gainDb: rounded(leveling.gainDb) } };
}

/** Seconds to the millisecond. */
function seconds(samples: number, sampleRate: number): number {
  return Math.round((samples * 1000) / sampleRate) / 1000;
}

/** Where the report of an audio file is: beside it, `book.mp3` → `book.report.json`. */
export function reportPath(output: string): string {
  const { dir, name } = path.parse(output);
  return path.join(dir, `${name}.report.json`);
}

/** Writes the report whole or not at all. */
export async function writeReport(report: ConversionReport, file: string): Promise<void> {
  await writeWhole(file, `${JSON.stringify(report, undefined, 2)}\n`);
}
