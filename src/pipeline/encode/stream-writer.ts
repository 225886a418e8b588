import { randomBytes } from 'node:crypto';
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ffmpeg } from '../../audio/ffmpeg/ffmpeg.ts';
import { openPackedAac } from '../../audio/hls/packed-aac.ts';
import { aacSampleRate } from '../../audio/mp4/aac-limits.ts';
import type { PackedAac, PackedSegment } from '../../audio/hls/packed-aac.ts';
import { aacFrameSamples } from '../../audio/mp4/aac-limits.ts';
import { cleanSpeech } from '../../audio/pcm/clean-speech.ts';
import { resample } from '../../audio/pcm/resample.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import type { RecordedPart } from './recording.ts';
import { readStreamIndex, segmentName, streamIndexPath, streamLines } from './stream-index.ts';
import type { StreamIndex, StreamLine } from './stream-index.ts';

/** Options of `StreamWriter`. */
export interface StreamWriterOptions {
  /** Holds the segments and their index. */
  readonly folder: string;
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
}

/** Shortest segment that is made when listeners wait for more, and for the first sound, in seconds. */
const shortestSeconds = { first: 1, next: 1.5 };

/** Encodes the parts of a book into the segments of a stream, from where an earlier process ended. */
export class StreamWriter implements AsyncDisposable {
  readonly #options: StreamWriterOptions;
  #encoder: PackedAac | undefined;
  #index: StreamIndex | undefined;
  #segments = 0;
  /** Chapters that were added, and those that the index has. */
  #chapters = 0;
  #knownChapters = 0;
  /** Samples of the book that are written. */
  #at = 0;
  #sampleRate = 0;
  /** Chapters that begin before the first speech. */
  #waiting: StreamLine[] = [];

  constructor(options: StreamWriterOptions) {
    this.#options = options;
  }

  /** Whether there is no segment yet. */
  get isEmpty(): boolean {
    return this.#segments === 0;
  }

  /** Adds the next part of the book. What the stream has already is skipped. */
  async add(part: RecordedPart): Promise<void> {
    const { chapter, startSample, speech, endSample, sampleRate } = part;
    if (sampleRate > 0) this.#encoder ??= await this.#open(sampleRate);
    if (chapter) await this.#addChapter(chapter.title, sampleRate === 0 ? 0 : startSample / sampleRate);
    if (!this.#encoder || endSample <= this.#at) return;
    if (speech && speech.endSample > this.#at) {
      await this.#silence(speech.startSample);
      await this.#speak(part, speech.startSample, speech.endSample);
    }
    await this.#silence(endSample);
  }

  /** Makes a segment of what is encoded, for listeners who wait. */
  async cut(): Promise<void> {
    await this.#encoder?.cut(this.isEmpty ? shortestSeconds.first : shortestSeconds.next);
  }

  /** Makes a segment of the rest. */
  async end(): Promise<void> {
    await this.#encoder?.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoder?.[Symbol.asyncDispose]();
  }

  async #open(sampleRate: number): Promise<PackedAac> {
    const { folder, ffmpeg, signal } = this.#options;
    const earlier = await readStreamIndex(folder);
    const index = earlier?.sampleRate === sampleRate ? earlier : await this.#begin(sampleRate);
    // A line that was cut off must not spoil the next one.
    await writeFileAtomic(streamIndexPath(folder), streamLines(linesOf(index)));
    const framesBefore = index.segments.reduce((sum, frames) => sum + frames, 0);
    this.#index = index;
    this.#sampleRate = sampleRate;
    this.#segments = index.segments.length;
    this.#knownChapters = index.chapters.length;
    this.#at = Math.round((framesBefore * aacFrameSamples * sampleRate) / index.outputRate);
    await this.#append(this.#waiting.slice(this.#knownChapters));
    const onSegment = async (segment: PackedSegment): Promise<void> => await this.#write(segment, index);
    return openPackedAac({ ffmpeg, signal, sampleRate, framesBefore, onSegment });
  }

  async #begin(sampleRate: number): Promise<StreamIndex> {
    const { folder } = this.#options;
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
    const generation = randomBytes(4).toString('hex');
    return { generation, sampleRate, outputRate: aacSampleRate(sampleRate), segments: [], chapters: [] };
  }

  async #addChapter(title: string, startSeconds: number): Promise<void> {
    const line: StreamLine = ['chapter', title, startSeconds];
    if (!this.#index) this.#waiting.push(line);
    else if (this.#chapters >= this.#knownChapters) await this.#append([line]);
    this.#chapters += 1;
  }

  async #write({ bytes, frames }: PackedSegment, index: StreamIndex): Promise<void> {
    this.#segments += 1;
    await writeFile(path.join(this.#options.folder, segmentName(index, this.#segments)), bytes, { mode: 0o600 });
    await this.#append([['segment', frames]]);
  }

  async #append(lines: readonly StreamLine[]): Promise<void> {
    await appendFile(streamIndexPath(this.#options.folder), streamLines(lines));
  }

  async #speak({ read }: RecordedPart, startSample: number, endSample: number): Promise<void> {
    const pcm = await read();
    if (!pcm) return;
    const { samples } = resample(cleanSpeech(pcm), this.#sampleRate);
    await this.#samples(samples.subarray(this.#at - startSample, endSample - startSample));
  }

  async #silence(endSample: number): Promise<void> {
    for (let left = endSample - this.#at; left > 0; left = endSample - this.#at) {
      await this.#samples(new Int16Array(Math.min(left, this.#sampleRate)));
    }
  }

  async #samples(samples: Int16Array): Promise<void> {
    await this.#encoder?.write(samples);
    this.#at += samples.length;
  }
}

function linesOf({ generation, sampleRate, outputRate, segments, chapters }: StreamIndex): readonly StreamLine[] {
  return [
    ['stream', generation, sampleRate, outputRate],
    ...chapters.map(({ title, startSeconds }): StreamLine => ['chapter', title, startSeconds]),
    ...segments.map((frames): StreamLine => ['segment', frames]),
  ];
}
