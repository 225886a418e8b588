import path from 'node:path';
import { openAudioWriter } from '../../audio/open-audio-writer.ts';
import type { CommitFile, WrittenFile } from '../../audio/encoding/audio-encoding.ts';
import type { AudioWriter } from '../../audio/audio-writer.ts';
import type { EarlierParts } from '../../audio/encoding/parts/encoded-part.ts';
import { openStreamWriter } from '../../audio/stream-writer.ts';
import type { AudioMetadata, CoverImage } from '../../audio/audio-metadata.ts';
import type { ChapterStart } from '../../audio/chapter-marks.ts';
import type { LevelSettings } from '../../audio/loudness/level-settings.ts';
import type { Leveling } from '../../audio/loudness/leveled-encoding.ts';
import { acxLoudness, audiobookLoudness } from '../../audio/loudness/loudness-target.ts';
import type { LoudnessTarget } from '../../audio/loudness/loudness-target.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import type { ConversionRequest } from '../conversion.ts';
import { outputOptions } from '../options/output-options.ts';
import type { PlannedChapter, Segment } from '../plan/plan.ts';
import { SegmentNotes } from '../speak/segment-notes.ts';
import type { NotedSegments } from '../speak/segment-notes.ts';
import { readSpoken, synthesize } from '../speak/synthesis.ts';
import type { SpokenSegment } from '../speak/spoken-segment.ts';
import type { SynthesisTools } from '../speak/synthesis.ts';
import { copiedAudio } from '../report/copied-audio.ts';
import type { CopiedAudio } from '../report/copied-audio.ts';
import { keptWavPath } from '../output/output-paths.ts';
import { nextPass, record } from './record-pass.ts';
import type { NextPass, Pass } from './record-pass.ts';
import { Recording } from './recording.ts';
import type { RecordedPart, SegmentSound } from './recording.ts';

/** The options of an assembly, apart from the chapters. */
export interface AssemblyOptions {
  readonly request: Pick<
    ConversionRequest,
    | 'output'
    | 'stream'
    | 'format'
    | 'layout'
    | 'bitrate'
    | 'loudness'
    | 'acx'
    | 'maxPartSeconds'
    | 'keepWav'
    | 'readAlongAudio'
  >;
  /** Gives the files their names. */
  readonly commit: CommitFile;
  readonly metadata: AudioMetadata;
  readonly cover?: CoverImage | undefined;
  /** Folder for one audio file per chapter, as a read-along needs them. */
  readonly chapterClips?: string | undefined;
  /** Encoded audio of an earlier result, which is copied where it is the same. */
  readonly earlier?: EarlierParts | undefined;
}

/** The tools of an assembly. */
export type AssemblyTools = SynthesisTools & {
  readonly ffmpeg: Ffmpeg;
  /** Called with every segment that was written, in order. Not called again when the book is encoded again. */
  readonly onRecorded?: ((part: RecordedPart) => void) | undefined;
};

/** The result of an assembly. */
export interface Assembly extends NotedSegments {
  readonly files: readonly WrittenFile[];
  /** One file per chapter when `chapterClips` is set, otherwise empty. */
  readonly clips: readonly WrittenFile[];
  /** Samples of the speech by index of the segment in the book. */
  readonly sounds: ReadonlyMap<number, SegmentSound>;
  readonly sampleRate: number;
  readonly samples: number;
  readonly planned: readonly PlannedChapter[];
  readonly chapters: readonly ChapterStart[];
  /** Undefined when the level was not changed. */
  readonly leveling: Leveling | undefined;
  /** Undefined when everything was encoded. */
  readonly copied: CopiedAudio | undefined;
}

/**
 * Synthesizes planned chapters as they arrive into one running encoder. Chapter times are counted samples. Only a window
 * of segments is in memory. When the finished audio misses its loudness, or
 * segments turn out to be wrong, it is encoded again from the segment store.
 */
export async function assemble(
  chapters: Iterable<PlannedChapter> | AsyncIterable<PlannedChapter>,
  options: AssemblyOptions,
  tools: AssemblyTools,
): Promise<Assembly> {
  const notes = new SegmentNotes();
  const planned: PlannedChapter[] = [];
  const onSpoken = (spoken: SpokenSegment, seconds: number): void => {
    notes.add(spoken);
    reportSpoken(spoken, seconds, tools);
  };
  const onChapter = (chapter: number): void => reportChapter(planned, chapter, tools);
  const onRecorded: Pass['onRecorded'] = (part) =>
    tools.onRecorded?.({ ...part, read: async () => await readSpoken(part.segment, tools) });
  let replaced = 0;
  const onChanged: AssemblyTools['onChanged'] = (changes) => {
    replaced += changes.filter(({ isReplaced }) => isReplaced).length;
    notes.change(changes);
  };
  const segments = synthesize(segmentsOf(chapters, planned), { ...tools, onChanged });
  let pass: Pass = { segments, planned, onChapter, onSpoken, onRecorded };
  for (;;) {
    await using recording = newRecording(options, pass.levels, tools);
    const sounds = await record(pass, recording);
    const again = await reasonToRepeat(pass, recording, { replaced, tools });
    if (again !== undefined) {
      const isReplaced = replaced > 0;
      replaced = 0;
      const onAgain = (spoken: SpokenSegment): void => notes.addAgain(spoken);
      pass = nextPass({ planned, gaps: notes.noted().gaps, ...again, isReplaced, onSpoken: onAgain }, tools);
      continue;
    }
    return { ...(await finish(recording, options, tools)), sounds, ...notes.noted(), planned };
  }
}

type FinishedRecording = Pick<
  Assembly,
  'files' | 'clips' | 'sampleRate' | 'samples' | 'chapters' | 'leveling' | 'copied'
>;

/** Gives the files of a recording their names. */
async function finish(
  recording: Recording,
  options: AssemblyOptions,
  { onProgress }: AssemblyTools,
): Promise<FinishedRecording> {
  const copied = copiedAudio(recording.spans(), recording);
  if (copied) {
    const [chapters, seconds] = [recording.chapters.length, recording.samples / recording.sampleRate];
    onProgress({
      type: 'audio-copied',
      chapters,
      seconds,
      encodedChapters: copied.encodedChapters,
      copiedSeconds: copied.seconds,
    });
  }
  const written = await recording.finish();
  const files = written.filter((file) => !isClip(file, options));
  for (const file of files) onProgress({ type: 'file-written', path: file.path, bytes: file.bytes });
  const clips = written.filter((file) => isClip(file, options));
  const { sampleRate, samples, chapters } = recording;
  return { files, clips, sampleRate, samples, chapters, leveling: recording.leveling(), copied };
}

/** Returns why the book must be encoded again, or undefined: segments that it has were replaced, or it missed its loudness. */
async function reasonToRepeat(
  { levels: known }: Pass,
  recording: Recording,
  { replaced, tools }: { readonly replaced: number; readonly tools: AssemblyTools },
): Promise<Pick<NextPass, 'reason' | 'levels'> | undefined> {
  if (replaced > 0) return { reason: `${replaced} passages were replaced` };
  if (known === undefined) tools.onProgress({ type: 'assembly-start' });
  const levels = await recording.end();
  return levels && { reason: levels.reason, levels };
}

function newRecording(options: AssemblyOptions, levels: LevelSettings | undefined, tools: AssemblyTools): Recording {
  return new Recording({
    open: async (sampleRate) => await openWriter({ ...options, levels, sampleRate }, tools),
    isUnchanged: loudnessTarget(options.request) === undefined,
  });
}

function isClip({ path: file }: WrittenFile, { chapterClips }: AssemblyOptions): boolean {
  return chapterClips !== undefined && path.dirname(file) === path.resolve(chapterClips);
}

/** Yields the segments of chapters as they arrive and adds the chapters to `seen`. */
async function* segmentsOf(
  chapters: Iterable<PlannedChapter> | AsyncIterable<PlannedChapter>,
  seen: PlannedChapter[],
): AsyncGenerator<Segment, void, undefined> {
  for await (const chapter of chapters) {
    seen.push(chapter);
    yield* chapter.segments;
  }
}

interface WriterOptions extends AssemblyOptions {
  readonly levels: LevelSettings | undefined;
  readonly sampleRate: number;
}

async function openWriter(
  { request, commit, metadata, cover, chapterClips, earlier, levels, sampleRate }: WriterOptions,
  { ffmpeg, signal }: AssemblyTools,
): Promise<AudioWriter> {
  const { stream, bitrate } = request;
  const loudness = loudnessTarget(request);
  if (stream) return openStreamWriter({ stream, bitrate, sampleRate, metadata, loudness, ffmpeg, signal });
  return await openAudioWriter({
    ...request,
    path: request.output,
    loudness,
    keepWav: request.keepWav ? keptWavPath(request.output) : undefined,
    metadata,
    cover,
    commit,
    chapterClips,
    clipFormat: request.readAlongAudio,
    earlier,
    levels,
    sampleRate,
    ffmpeg,
    signal,
  });
}

/** Returns the level a book is brought to. Undefined leaves it unchanged. */
function loudnessTarget({
  acx,
  loudness = outputOptions.loudness.default,
}: AssemblyOptions['request']): LoudnessTarget | undefined {
  if (acx) return acxLoudness;
  return loudness === 'on' ? audiobookLoudness : undefined;
}

function reportChapter(planned: readonly PlannedChapter[], index: number, { onProgress }: AssemblyTools): void {
  const chapter = planned[index];
  if (!chapter) return;
  const { number, title, segments } = chapter;
  onProgress({ type: 'chapter-start', chapter: index, number, title, segments: segments.length });
}

function reportSpoken({ segment, stored }: SpokenSegment, seconds: number, { onProgress }: AssemblyTools): void {
  onProgress({
    type: 'segment-spoken',
    chapter: segment.chapter,
    segment: segment.index,
    characters: segment.text.length,
    seconds,
    stored,
  });
}
