import { AudiobookError } from '../../core/errors.ts';
import type { WrittenFile } from '../../audio/encoding/audio-encoding.ts';
import { resample } from '../../audio/pcm/resample.ts';
import { trimSilence } from '../../audio/pcm/trim-silence.ts';
import type { AudioWriter } from '../../audio/audio-writer.ts';
import { hopMs } from '../../audio/loudness/loudness-meter.ts';
import type { Leveling } from '../../audio/loudness/leveled-encoding.ts';
import type { MeasuredPcm } from '../synthesis/segment-file.ts';

/** A chapter mark in samples. */
export interface RecordedChapter {
  readonly title: string;
  /** First sample of the chapter, counted from the beginning of the book. */
  readonly startSample: number;
}

/**
 * Feeds the encoder and counts samples, so that chapter marks are exact. The writer is opened with the sample rate of the
 * first speech; chapter titles and silence before it are queued.
 */
export class Recording implements AsyncDisposable {
  readonly chapters: RecordedChapter[] = [];
  readonly #open: (sampleRate: number) => Promise<AudioWriter>;
  #writer: AudioWriter | undefined;
  #sampleRate = 0;
  #samples = 0;
  /** Chapter titles and silences (milliseconds) before the first speech. */
  #queued: (string | number)[] = [];

  constructor(open: (sampleRate: number) => Promise<AudioWriter>) {
    this.#open = open;
  }

  get samples(): number {
    return this.#samples;
  }

  /** Samples per second. 0 before the first speech. */
  get sampleRate(): number {
    return this.#sampleRate;
  }

  /** Begins a chapter at the current sample. */
  startChapter(title: string): void {
    if (this.#writer === undefined) {
      this.#queued.push(title);
      return;
    }
    this.chapters.push({ title, startSample: this.#samples });
    this.#writer.startChapter(title);
  }

  /**
   * Adds speech without the silence around it, because the plan sets the pauses. Resamples to the rate of the first speech.
   * Returns the first sample.
   */
  async addSpeech(pcm: MeasuredPcm): Promise<number> {
    const writer = this.#writer ?? (await this.#begin(pcm.sampleRate));
    const speech = trimSilence(pcm);
    const { samples } = speech.sampleRate === this.#sampleRate ? speech : resample(speech, this.#sampleRate);
    const startSample = this.#samples;
    await this.#write(writer, samples, pcm.energies);
    return startSample;
  }

  async addSilence(milliseconds: number): Promise<void> {
    if (this.#writer === undefined) this.#queued.push(milliseconds);
    else await this.#writeSilence(this.#writer, milliseconds);
  }

  /** Returns how the book was leveled, after `finish`. Undefined when its level was not changed. */
  leveling(): Leveling | undefined {
    return this.#writer?.leveling();
  }

  /** Ends the recording and returns its files. Throws `book-no-text` when nothing was spoken. */
  async finish(): Promise<readonly WrittenFile[]> {
    if (this.#writer === undefined) throw new AudiobookError('book-no-text', 'There is nothing to speak in this book.');
    return await this.#writer.finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer?.[Symbol.asyncDispose]();
  }

  async #begin(sampleRate: number): Promise<AudioWriter> {
    const writer = await this.#open(sampleRate);
    this.#writer = writer;
    this.#sampleRate = sampleRate;
    for (const item of this.#queued) {
      if (typeof item === 'string') this.startChapter(item);
      else await this.addSilence(item);
    }
    return writer;
  }

  async #writeSilence(writer: AudioWriter, milliseconds: number): Promise<void> {
    const samples = new Int16Array(Math.round((milliseconds * this.#sampleRate) / 1000));
    await this.#write(writer, samples, new Float32Array(Math.ceil(milliseconds / hopMs)));
  }

  async #write(writer: AudioWriter, samples: Int16Array, energies: Float32Array): Promise<void> {
    await writer.write(samples, energies);
    this.#samples += samples.length;
  }
}
