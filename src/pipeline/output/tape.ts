import { AudiobookError } from '../../core/errors.ts';
import type { WrittenFile } from '../../audio/audio-encoding.ts';
import { resample } from '../../audio/resample.ts';
import { trimSilence } from '../../audio/trim-silence.ts';
import type { AudioWriter } from '../../audio/audio-writer.ts';
import { HOP_MS } from '../../audio/loudness/loudness-meter.ts';
import type { Leveling } from '../../audio/loudness/leveled-encoding.ts';
import type { MeasuredPcm } from '../synthesis/segment-file.ts';

export interface TapeChapter {
  readonly title: string;
  /** Sample at which the chapter begins, counted from the beginning of the book. */
  readonly startSample: number;
}

/**
 * Counts what goes to the encoder. The writer is opened when the first sound tells its sample rate; what comes before is
 * kept until then.
 */
export class Tape implements AsyncDisposable {
  readonly chapters: TapeChapter[] = [];
  readonly #open: (sampleRate: number) => Promise<AudioWriter>;
  #writer: AudioWriter | undefined;
  #sampleRate = 0;
  #samples = 0;
  /** Chapter titles and silences (ms) from before the first sound. */
  #early: (string | number)[] = [];

  constructor(open: (sampleRate: number) => Promise<AudioWriter>) {
    this.#open = open;
  }

  /** Samples so far. */
  get samples(): number {
    return this.#samples;
  }

  /** Samples a second; 0 before the first sound. */
  get sampleRate(): number {
    return this.#sampleRate;
  }

  /** Begins a chapter at the current sample. */
  startChapter(title: string): void {
    if (this.#writer === undefined) {
      this.#early.push(title);
      return;
    }
    this.chapters.push({ title, startSample: this.#samples });
    this.#writer.startChapter(title);
  }

  /** Adds speech, without the silence around it: pauses are the plan's. What comes at another rate is resampled to the first. Answers where it begins. */
  async sound(pcm: MeasuredPcm): Promise<number> {
    const writer = this.#writer ?? (await this.#begin(pcm.sampleRate));
    const speech = trimSilence(pcm);
    const { samples } = speech.sampleRate === this.#sampleRate ? speech : resample(speech, this.#sampleRate);
    const startSample = this.#samples;
    await this.#write(writer, samples, pcm.energies);
    return startSample;
  }

  async silence(milliseconds: number): Promise<void> {
    if (this.#writer === undefined) this.#early.push(milliseconds);
    else await this.#writeSilence(this.#writer, milliseconds);
  }

  /** After `finish`: how the book was levelled; undefined when it was left as it is. */
  leveling(): Leveling | undefined {
    return this.#writer?.leveling();
  }

  /** Ends the recording. Throws `book-no-text` when there was no sound in it. */
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
    for (const early of this.#early) {
      if (typeof early === 'string') this.startChapter(early);
      else await this.silence(early);
    }
    return writer;
  }

  async #writeSilence(writer: AudioWriter, milliseconds: number): Promise<void> {
    const samples = new Int16Array(Math.round((milliseconds * this.#sampleRate) / 1000));
    await this.#write(writer, samples, new Float32Array(Math.ceil(milliseconds / HOP_MS)));
  }

  async #write(writer: AudioWriter, samples: Int16Array, energies: Float32Array): Promise<void> {
    await writer.write(samples, energies);
    this.#samples += samples.length;
  }
}
