import { dirname, resolve } from 'node:path';
import { openAudioWriter } from '../../audio/audio-writer.ts';
import type { WrittenFile } from '../../audio/encoding/audio-encoding.ts';
import type { AudioFormat, AudioLayout, AudioWriter } from '../../audio/audio-writer.ts';
import type { AudioMetadata, CoverImage } from '../../audio/audio-metadata.ts';
import type { Leveling, LoudnessTarget } from '../../audio/loudness/leveled-encoding.ts';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import type { PlannedChapter, Segment } from '../plan.ts';
import { synthesize } from '../synthesis/synthesis.ts';
import type { SpokenSegment, SynthesisTools } from '../synthesis/synthesis.ts';
import { Recording } from './recording.ts';
import type { RecordedChapter } from './recording.ts';

export interface AssemblyRequest {
  /** Final name of the audio file. */
  readonly output: string;
  readonly format: AudioFormat;
  readonly bitrate: string | undefined;
  readonly metadata: AudioMetadata;
  readonly cover: CoverImage | undefined;
  readonly layout: AudioLayout | undefined;
  readonly loudness: LoudnessTarget | undefined;
  readonly maxPartSeconds: number | undefined;
  /** Final name of a WAV file that is written as well. */
  readonly keepWav: string | undefined;
  /** A folder in which the sound of every chapter is kept besides, for a read-along. */
  readonly chapterClips: string | undefined;
}

export type AssemblyTools = SynthesisTools & { readonly ffmpeg: Ffmpeg };

/** Where a segment's sound is, counted in samples from the beginning of the book. */
export interface SegmentSound {
  readonly startSample: number;
  readonly endSample: number;
}

export interface Assembly {
  readonly files: readonly WrittenFile[];
  /** The chapter clips, a file a chapter, when they were asked for. */
  readonly clips: readonly WrittenFile[];
  /** By the segment's index in the book; only of a plan by sentences. */
  readonly sounds: ReadonlyMap<number, SegmentSound>;
  readonly sampleRate: number;
  readonly samples: number;
  /** What was spoken, chapter by chapter. */
  readonly planned: readonly PlannedChapter[];
  readonly chapters: readonly RecordedChapter[];
  /** What was done about the loudness; undefined when it was left as it is. */
  readonly leveling: Leveling | undefined;
  /** Segments that the provider failed on for good. */
  readonly gaps: readonly SpokenSegment[];
  readonly spoken: number;
  readonly stored: number;
}

/**
 * Speaks planned chapters, as they come, into one running encoder. Chapter times are counted samples; only a window of
 * segments is in memory.
 */
export async function assemble(
  chapters: Iterable<PlannedChapter> | AsyncIterable<PlannedChapter>,
  request: AssemblyRequest,
  tools: AssemblyTools,
): Promise<Assembly> {
  const counts = { spoken: 0, stored: 0 };
  const gaps: SpokenSegment[] = [];
  const planned: PlannedChapter[] = [];
  const sounds = new Map<number, SegmentSound>();
  await using recording = new Recording((sampleRate) => openWriter(request, sampleRate, tools));
  let chaptersStarted = 0;
  for await (const spoken of synthesize(segmentsOf(chapters, planned), tools)) {
    const { segment, pcm } = spoken;
    if (segment.chapter === chaptersStarted) startChapter(planned, chaptersStarted++, recording, tools);
    if (pcm) {
      const startSample = await recording.addSpeech(pcm);
      if (segment.sentence) sounds.set(segment.index, { startSample, endSample: recording.samples });
    }
    await recording.addSilence(segment.pauseMs);
    if (spoken.gap) gaps.push(spoken);
    if (pcm) counts[spoken.stored ? 'stored' : 'spoken'] += 1;
    tellSpoken(spoken, tools);
  }
  tools.onProgress({ type: 'assembly-start' });
  const written = await recording.finish();
  const files = written.filter((file) => !isClip(file, request));
  for (const { path, bytes } of files) tools.onProgress({ type: 'file-written', path, bytes });
  return {
    files,
    clips: written.filter((file) => isClip(file, request)),
    sounds,
    gaps,
    ...counts,
    planned,
    sampleRate: recording.sampleRate,
    samples: recording.samples,
    chapters: recording.chapters,
    leveling: recording.leveling(),
  };
}

function isClip({ path: file }: WrittenFile, { chapterClips }: AssemblyRequest): boolean {
  return chapterClips !== undefined && dirname(file) === resolve(chapterClips);
}

/** The segments of chapters as they come; `seen` collects the chapters. */
async function* segmentsOf(
  chapters: Iterable<PlannedChapter> | AsyncIterable<PlannedChapter>,
  seen: PlannedChapter[],
): AsyncGenerator<Segment, void, undefined> {
  for await (const chapter of chapters) {
    seen.push(chapter);
    yield* chapter.segments;
  }
}

async function openWriter(request: AssemblyRequest, sampleRate: number, tools: AssemblyTools): Promise<AudioWriter> {
  const { output, format, bitrate, metadata, cover, layout, loudness, maxPartSeconds, keepWav, chapterClips } = request;
  return await openAudioWriter({
    path: output,
    format,
    sampleRate,
    metadata,
    ffmpeg: tools.ffmpeg,
    signal: tools.signal,
    ...(bitrate !== undefined && { bitrate }),
    ...(cover && { cover }),
    ...(layout && { layout }),
    ...(loudness && { loudness }),
    ...(maxPartSeconds !== undefined && { maxPartSeconds }),
    ...(keepWav !== undefined && { keepWav }),
    ...(chapterClips !== undefined && { chapterClips }),
  });
}

function startChapter(
  planned: readonly PlannedChapter[],
  number: number,
  recording: Recording,
  { onProgress }: AssemblyTools,
): void {
  const chapter = planned[number];
  if (!chapter) return;
  recording.startChapter(chapter.title);
  onProgress({ type: 'chapter-start', chapter: number, title: chapter.title, segments: chapter.segments.length });
}

function tellSpoken({ segment, pcm, stored }: SpokenSegment, { onProgress }: AssemblyTools): void {
  onProgress({
    type: 'segment-spoken',
    chapter: segment.chapter,
    segment: segment.index,
    characters: segment.text.length,
    seconds: (pcm ? pcm.samples.length / pcm.sampleRate : 0) + segment.pauseMs / 1000,
    stored,
  });
}
