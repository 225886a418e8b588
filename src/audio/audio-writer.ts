import { AudiobookError, throwIfCanceled } from '../core/errors.ts';
import { chapterMarks } from './chapter-marks.ts';
import type { ChapterStart } from './chapter-marks.ts';
import type { AudioEncoding, WrittenFile } from './encoding/audio-encoding.ts';
import type { PartSpan } from './encoding/parts/encoded-part.ts';
import { wholeFrames } from './encoding/parts/whole-frames.ts';
import type { SpokenAs } from './loudness/voice-levels.ts';
import type { LevelSettings } from './loudness/level-settings.ts';
import type { LeveledEncoding, Leveling } from './loudness/leveled-encoding.ts';

/** Encodings that a writer feeds. */
export interface WriterEncodings {
  /** Set when `encoding` brings speech to a loudness. */
  readonly level: LeveledEncoding | undefined;
  readonly encoding: AudioEncoding;
}

interface WriterOptions {
  /** Names the output in messages. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** An audiobook in the making. Disposed of before `finish`, it leaves nothing behind. */
export class AudioWriter implements AsyncDisposable {
  readonly #level: LeveledEncoding | undefined;
  readonly #encoding: AudioEncoding;
  readonly #signal: AbortSignal;
  readonly #path: string;
  readonly #starts: ChapterStart[] = [];
  #totalSamples = 0;
  #hasEnded = false;

  constructor({ level, encoding }: WriterEncodings, { path: name, signal }: WriterOptions) {
    this.#level = level;
    this.#encoding = encoding;
    this.#path = name;
    this.#signal = signal;
  }

  /** Returns the samples of silence to write before the next chapter, so that its encoded audio can be copied later. */
  chapterGap(): number {
    const { frameInput } = this.#encoding;
    const samples = this.#totalSamples - (this.#starts.at(-1)?.startSample ?? 0);
    return frameInput === undefined ? 0 : wholeFrames(samples, frameInput) - samples;
  }

  /** Adds audio. Resolves when there is room for more. The samples must not change afterwards. */
  async write(samples: Int16Array): Promise<void> {
    throwIfCanceled(this.#signal);
    await this.#encoding.write(samples);
    this.#totalSamples += samples.length;
  }

  /**
   * Adds a segment of speech, which is brought to the loudness of the others. `energies` is the result of `hopEnergies` for these
   * samples, whose memory belongs to the writer from then on.
   */
  async writeSpeech(samples: Int16Array, energies: Float32Array, spokenAs?: SpokenAs): Promise<void> {
    throwIfCanceled(this.#signal);
    const { length } = samples;
    if (this.#level === undefined) await this.#encoding.write(samples);
    else await this.#level.writeSpeech(samples, energies, spokenAs);
    this.#totalSamples += length;
  }

  /** Begins a chapter with the next sample. */
  startChapter(title: string): void {
    this.#starts.push({ title, startSample: this.#totalSamples });
    this.#encoding.startChapter(title);
  }

  /**
   * Ends the encoders. Returns settings when the loudness of the finished audio misses the target: dispose of this writer then, and
   * write the book again with them.
   */
  async end(): Promise<LevelSettings | undefined> {
    throwIfCanceled(this.#signal);
    if (this.#totalSamples === 0) throw new AudiobookError('bad-value', `The audio for ${this.#path} is empty.`);
    this.#hasEnded = true;
    await this.#encoding.end();
    return this.#level?.next();
  }

  /** Tags the files (book, WAV, chapter clips) and gives them their final names. Ends the encoders before if necessary. */
  async finish(): Promise<readonly WrittenFile[]> {
    if (!this.#hasEnded) await this.end();
    throwIfCanceled(this.#signal);
    const totalSamples = this.#totalSamples;
    const chapters = chapterMarks(this.#starts, totalSamples);
    return await this.#encoding.finish({ totalSamples, chapters, track: undefined });
  }

  /** Returns the parts that were encoded or copied, in order. Empty for formats that are never copied. Call it after `end`. */
  spans(): readonly PartSpan[] {
    return this.#encoding.spans?.() ?? [];
  }

  /** Returns how the book was leveled. Call it after `end`. Undefined when the loudness is unchanged. */
  leveling(): Leveling | undefined {
    return this.#level?.leveling();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoding[Symbol.asyncDispose]();
  }
}
