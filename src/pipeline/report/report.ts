import path from 'node:path';
import type { WrittenFile } from '../../audio/encoding/audio-encoding.ts';
import type { Book, LeftOut } from '../../core/book.ts';
import { countWordsOf } from '../../text/count-words.ts';
import { charactersOf } from '../../text/text-length.ts';
import type { Assembly } from '../encode/assemble.ts';
import { bookReport, reportedLoudness } from './report-parts.ts';
import type { BookReport, LoudnessReport, ReportFile } from './report-parts.ts';
import type { CastReport } from '../cast/casting.ts';
import type { DoubtReason } from '../../speech/check/verdict.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { countDeliveries } from '../plan/heard-deliveries.ts';
import type { HeardDeliveries } from '../plan/heard-deliveries.ts';
import type { DirectionReport } from '../cast/direction-report.ts';
import type { ConversionRequest } from '../conversion.ts';
import { hearingReport } from './hearing-report.ts';
import type { HearingReport, HearingSources } from './hearing-report.ts';
import { textStart } from '../../text/text-start.ts';
import type { CopiedAudio } from './copied-audio.ts';
import type { Fingerprint } from './fingerprint.ts';
import { reportTimes } from '../time/timed-chapters.ts';
import type { SentenceTimes } from '../time/sentence-times.ts';
import { rounded, seconds } from './rounding.ts';
import { scriptGaps } from '../script/script-gaps.ts';
import type { ChapterPosition, Gap, NarrationReport } from '../script/script-gaps.ts';
import type { RunLog } from '../run-log.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';

/** A spoken chapter. */
export interface ChapterReport extends ChapterPosition {
  readonly title: string;
  /** Position of the chapter mark, in milliseconds. */
  readonly startMs: number;
  /** Position of the chapter mark, in samples. */
  readonly startSample: number;
  readonly seconds: number;
  readonly words: number;
  readonly segments: number;
  /** The file that the chapter was made from, in a book of several files. */
  readonly file?: string | undefined;
}

/** Text that was spoken, but of whose audio it is not sure that it is right. */
export interface DoubtfulText extends ChapterPosition {
  /** Beginning of the text. */
  readonly text: string;
  /**
   * `length`: it does not fit the text, also when it is requested again. `unheard`: the service was caught at wrong audio and never
   * repeats itself. `contradiction`: it returns other audio each time.
   */
  readonly reason: DoubtReason;
  /** Its position in the book, in seconds. */
  readonly startSeconds: number;
  readonly expectedSeconds: number;
  readonly seconds: number;
}

/** A file that ACX would refuse. */
export interface AcxProblems {
  readonly file: string;
  /** One line per violated requirement. */
  readonly problems: readonly string[];
}

/** Machine-readable result of a conversion, printed by `--json` and written beside the audio. */
export interface ConversionReport {
  readonly version: 1;
  /** Whether the audio has every word of the chosen chapters, as far as it was heard, and none of it is in doubt. */
  readonly complete: boolean;
  /** Nothing was made, because the files of an earlier run are those that this one would make. Not in the file. */
  readonly unchanged?: true | undefined;
  /** Only tags and cover were written, because the audio of an earlier run is what this one would make. Not in the file. */
  readonly retagged?: true | undefined;
  /** Tells whether the same files would be made again. Absent when no file was written. */
  readonly fingerprint?: Fingerprint | undefined;
  /** Path of the audio file, or of the folder with one file per chapter. */
  readonly output: string;
  readonly book: BookReport;
  readonly provider: string;
  /** Main voice. */
  readonly voice: string;
  readonly language: string;
  /** Voices by language of the text. */
  readonly voices: Readonly<Record<string, string>>;
  /** The cast of the dialogue. Present when a cast was asked for. */
  readonly cast?: CastReport | undefined;
  /** What was heard of the manners of speaking that the text is directed with. Absent where it has none. */
  readonly deliveries?: HeardDeliveries | undefined;
  /** How the text was directed: by a model, or by the rules. */
  readonly direction?: DirectionReport | undefined;
  readonly words: number;
  readonly characters: number;
  readonly seconds: number;
  /** Length of the speech with its pauses, in samples. */
  readonly samples: number;
  /** Samples per second. */
  readonly sampleRate: number;
  /** Absent when the level was not changed. */
  readonly loudness?: LoudnessReport | undefined;
  readonly segments: {
    readonly total: number;
    readonly spoken: number;
    readonly stored: number;
    readonly retries: number;
  };
  /** Audio that was copied from the earlier result instead of encoded. Absent when everything was encoded. */
  readonly copied?: CopiedAudio | undefined;
  readonly chapters: readonly ChapterReport[];
  readonly leftOut: readonly LeftOut[];
  readonly gaps: readonly Gap[];
  /** Passages worth listening to. */
  readonly doubtful: readonly DoubtfulText[];
  /** The result of a recognizer. Absent when nothing was to be verified. */
  readonly hearing?: HearingReport | undefined;
  /** The time of each sentence, for `audiobook read-along`. Present when subtitles or a read-along of the text of the book were made. */
  readonly times?: SentenceTimes | undefined;
  /** Present when a language model wrote or translated. */
  readonly narration?: NarrationReport | undefined;
  readonly warnings: readonly string[];
  readonly files: readonly ReportFile[];
  /** Files that ACX would refuse, with the violated requirements. Absent when there are none. */
  readonly acx?: readonly AcxProblems[] | undefined;
  readonly elapsedSeconds: number;
}

/** Sources of a report. */
export interface ReportSources {
  readonly request: ConversionRequest;
  readonly book: Book;
  readonly assembly: Assembly;
  readonly bookSha256: string;
  /** Subtitles, read-along and cover. */
  readonly otherFiles: readonly ReportFile[];
  readonly provider: SpeechProvider;
  readonly cast: VoiceCast;
  readonly casting: CastReport | undefined;
  readonly direction: DirectionReport | undefined;
  readonly language: string;
  readonly log: RunLog;
  readonly narration: NarrationReport | undefined;
  /** The mode of the verification. Default: none. */
  readonly hearing?: Pick<HearingSources, 'mode' | 'finished'> | undefined;
}

/** Returns the report of a finished conversion. */
export function conversionReport(sources: ReportSources): ConversionReport {
  const { request, assembly, provider, cast, language, log } = sources;
  const { leftOut } = sources.book;
  const { spoken, stored } = assembly;
  const retries = log.retries();
  const chapters = chapterReports(assembly, sources.book);
  const segments = assembly.planned.flatMap((chapter) => chapter.segments).filter((segment) => segment.spoken);
  const positionOf = (chapter: number): ChapterPosition => chapterPosition(assembly, chapter);
  const hearing = sources.hearing && hearingReport({ ...assembly, ...sources.hearing, positionOf });
  const gaps = [...speechGaps(assembly), ...scriptGaps(sources.narration?.chapters ?? [])];
  return {
    version: 1,
    complete: [gaps, assembly.doubtful, hearing?.lost, hearing?.finished?.altered].every((found) => !found?.length),
    output: path.resolve(request.output),
    book: bookReport(request, sources.book, sources.bookSha256),
    provider: provider.id,
    voice: cast.main.voice,
    language,
    voices: cast.byLanguage(),
    cast: sources.casting,
    deliveries: countDeliveries(assembly.planned, provider, cast.speakerOf),
    direction: sources.direction,
    words: chapters.reduce((sum, { words }) => sum + words, 0),
    characters: charactersOf(segments),
    seconds: seconds(assembly.samples, assembly.sampleRate),
    samples: assembly.samples,
    sampleRate: assembly.sampleRate,
    loudness: reportedLoudness(assembly),
    segments: { total: segments.length, spoken, stored, retries },
    copied: assembly.copied,
    chapters,
    leftOut,
    gaps,
    doubtful: doubtfulTexts(assembly),
    hearing,
    times: sources.narration === undefined ? reportTimes(request, assembly, language) : undefined,
    narration: sources.narration,
    warnings: log.warnings,
    files: [...assembly.files.map(audioFile), ...sources.otherFiles],
    acx: acxProblems(assembly),
    elapsedSeconds: log.elapsedSeconds(),
  };
}

function doubtfulTexts(assembly: Assembly): DoubtfulText[] {
  return assembly.doubtful.map(({ segment, doubt }) => ({
    ...chapterPosition(assembly, segment.chapter),
    text: textStart(segment.text),
    reason: doubt.reason,
    startSeconds: seconds(assembly.sounds.get(segment.index)?.startSample ?? 0, assembly.sampleRate),
    expectedSeconds: rounded(doubt.expectedSeconds),
    seconds: rounded(doubt.seconds),
  }));
}

function speechGaps(assembly: Assembly): Gap[] {
  return assembly.gaps.map(({ segment, gap }) => ({
    ...chapterPosition(assembly, segment.chapter),
    text: segment.text,
    reason: gap?.message ?? '',
  }));
}

function audioFile({ path: file, bytes, seconds: duration, parts }: WrittenFile): ReportFile {
  return { path: file, bytes, seconds: duration, kind: 'audio', parts };
}

/** Returns the files that ACX would refuse, or undefined when there are none. */
export function acxProblems({ files }: Pick<Assembly, 'files'>): readonly AcxProblems[] | undefined {
  const failing = files.flatMap(({ path: file, problems = [] }) => (problems.length === 0 ? [] : [{ file, problems }]));
  return failing.length === 0 ? undefined : failing;
}

function chapterReports(assembly: Assembly, book: Book): ChapterReport[] {
  const { planned, chapters, samples, sampleRate } = assembly;
  return chapters.map(({ title, startSample }, index) => {
    const segments = (planned[index]?.segments ?? []).filter((segment) => segment.spoken);
    const ofBook = segments.filter(({ isAnnouncement }) => !isAnnouncement);
    const endSample = chapters[index + 1]?.startSample ?? samples;
    return {
      ...chapterPosition(assembly, index),
      title,
      startMs: Math.round((startSample * 1000) / sampleRate),
      startSample,
      seconds: seconds(endSample - startSample, sampleRate),
      words: countWordsOf(ofBook),
      segments: segments.length,
      file: book.chapters[(planned[index]?.number ?? index + 1) - 1]?.file,
    };
  });
}

function chapterPosition({ planned }: Assembly, index: number): ChapterPosition {
  const track = index + 1;
  return { number: planned[index]?.number ?? track, track };
}
