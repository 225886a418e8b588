import { AudiobookError } from '../../core/errors.ts';
import type { WrittenFile } from '../../audio/encoding/audio-encoding.ts';
import type { PartSpan } from '../../audio/encoding/parts/encoded-part.ts';
import { resample } from '../../audio/pcm/resample.ts';
import { cleanSpeech } from '../../audio/pcm/clean-speech.ts';
import { digitalSilence } from '../../audio/pcm/pause.ts';
import type { PauseSound } from '../../audio/pcm/pause.ts';
import { trimSilence } from '../../core/trim-silence.ts';
import type { AudioWriter } from '../../audio/audio-writer.ts';
import { hopCount, hopEnergies } from '../../audio/loudness/loudness-meter.ts';
import type { ChapterStart } from '../../audio/chapter-marks.ts';
import type { LevelSettings } from '../../audio/loudness/level-settings.ts';
import type { SpokenAs } from '../../audio/loudness/voice-levels.ts';
import type { Leveling } from '../../audio/loudness/leveled-encoding.ts';
import { sentenceRanges } from '../../speech/words/sentence-ranges.ts';
import { sentenceTexts } from '../../text/sentences-in-segments.ts';
import type { MeasuredPcm } from '../store/segment-file.ts';
import type { Pcm, SampleRange, WordStart } from '../../core/pcm.ts';
import type { PlannedChapter, Segment } from '../plan/plan.ts';

/** Options of `Recording`. */
export interface RecordingOptions {
  /** Opens the writer when the sample rate is known. */
  readonly open: (sampleRate: number) => Promise<AudioWriter>;
  /** Leaves the samples of the speech as they are. Only the silence around it is cut. */
  readonly isUnchanged: boolean;
  /** Default: `digitalSilence`. */
  readonly pause?: PauseSound | undefined;
}

/** What is known of speech that is added. */
export interface AddedSpeech extends Pick<SpokenAs, 'volumeDb'>, Pick<Segment, 'text' | 'language' | 'sentences'> {
  /** Whether the recording owns the samples, which otherwise stay as they are. */
  readonly isOwned?: boolean;
}

/**
 * Feeds the encoder and counts samples, so that chapter marks are exact. The writer is opened with the sample rate of the
 * first speech; chapter titles and silence before it are queued.
 */
export class Recording implements AsyncDisposable {
  readonly chapters: ChapterStart[] = [];
  readonly #options: RecordingOptions;
  #writer: AudioWriter | undefined;
  #sampleRate = 0;
  #samples = 0;
  /** Chapter titles and silences (milliseconds) before the first speech. */
  #queued: (string | number)[] = [];

  constructor(options: RecordingOptions) {
    this.#options = options;
  }

  get samples(): number {
    return this.#samples;
  }

  /** Samples per second. 0 before the first speech. */
  get sampleRate(): number {
    return this.#sampleRate;
  }

  /** Begins a chapter at the current sample, or at most a frame later: where its encoded audio can be copied in another book. */
  async startChapter(title: string): Promise<void> {
    if (this.#writer === undefined) {
      this.#queued.push(title);
      return;
    }
    const gap = this.#writer.chapterGap();
    if (gap > 0) await this.#writeSilence(this.#writer, gap);
    this.chapters.push({ title, startSample: this.#samples });
    this.#writer.startChapter(title);
  }

  /**
   * Adds speech without the silence around it, because the plan sets the pauses. Resamples to the rate of the first speech.
   * Returns where it is.
   */
  async addSpeech(pcm: MeasuredPcm, { isOwned = false, volumeDb, ...segment }: AddedSpeech): Promise<SegmentSound> {
    const writer = this.#writer ?? (await this.#begin(pcm.sampleRate));
    const trimmed = trimSilence(pcm);
    const speech = this.#options.isUnchanged ? trimmed : cleanSpeech(pcm, { isInPlace: isOwned });
    const { samples, sampleRate } = resample(speech, this.#sampleRate);
    const startSample = this.#samples;
    // Stored energies may be of a cut that older versions made.
    const isMeasured = pcm.energies.length === hopCount(samples.length, sampleRate);
    const energies = isMeasured ? pcm.energies : hopEnergies({ samples, sampleRate });
    await writer.writeSpeech(samples, energies, { voice: pcm.speaker?.voice, volumeDb });
    this.#samples += samples.length;
    const cut = (trimmed.samples.byteOffset - pcm.samples.byteOffset) / pcm.samples.BYTES_PER_ELEMENT;
    const place = (sample: number): number => Math.round(((sample - cut) * this.#sampleRate) / pcm.sampleRate);
    const words = pcm.words?.map(({ offset, sample }) => ({
      offset,
      sample: Math.min(samples.length, Math.max(0, place(sample))),
    }));
    const texts = sentenceTexts(segment.text, segment.sentences ?? []);
    const ranges = sentenceRanges(texts, { samples, sampleRate, words });
    return {
      startSample,
      endSample: this.#samples,
      sentences: ranges.map(({ start, end }) => ({ start: startSample + start, end: startSample + end })),
      ...(words && { words: words.map((word) => ({ ...word, sample: startSample + word.sample })) }),
    };
  }

  async addSilence(milliseconds: number): Promise<void> {
    if (this.#writer === undefined) this.#queued.push(milliseconds);
    else await this.#writeSilence(this.#writer, Math.round((milliseconds * this.#sampleRate) / 1000));
  }

  /** Returns the parts that were encoded or copied. Call it after `end`. */
  spans(): readonly PartSpan[] {
    return this.#writer?.spans() ?? [];
  }

  /** Returns how the book was leveled, after `finish`. Undefined when its level was not changed. */
  leveling(): Leveling | undefined {
    return this.#writer?.leveling();
  }

  /**
   * Ends the recording. Returns settings when it must be made again for its loudness. Throws `book-no-text` when nothing was
   * spoken.
   */
  async end(): Promise<LevelSettings | undefined> {
    return await this.#requireWriter().end();
  }

  /** Gives the files their final names and returns them. Call it after `end`. */
  async finish(): Promise<readonly WrittenFile[]> {
    return await this.#requireWriter().finish();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer?.[Symbol.asyncDispose]();
  }

  #requireWriter(): AudioWriter {
    if (this.#writer === undefined) throw new AudiobookError('book-no-text', 'There is nothing to speak in this book.');
    return this.#writer;
  }

  async #begin(sampleRate: number): Promise<AudioWriter> {
    const writer = await this.#options.open(sampleRate);
    this.#writer = writer;
    this.#sampleRate = sampleRate;
    for (const item of this.#queued) {
      if (typeof item === 'string') await this.startChapter(item);
      else await this.addSilence(item);
    }
    return writer;
  }

  async #writeSilence(writer: AudioWriter, length: number): Promise<void> {
    const { pause = digitalSilence } = this.#options;
    const samples = pause(length, this.#sampleRate);
    await writer.write(samples);
    this.#samples += samples.length;
  }
}

/** Samples of a segment, counted from the start of the book. */
export interface SegmentSound {
  readonly startSample: number;
  readonly endSample: number;
  /** Its sentences, without the silence between them. */
  readonly sentences?: readonly SampleRange[] | undefined;
  /** Starts of its words, in samples of the book, where they are known. */
  readonly words?: readonly WordStart[] | undefined;
}

/** A segment as it was written to the audio of the book, in samples from its beginning. */
export interface RecordedPart {
  /** The chapter that begins with it. */
  readonly chapter?: PlannedChapter | undefined;
  readonly segment: Segment;
  readonly startSample: number;
  /** Its speech, after the silence that waited for the first speech. Undefined when it is only a pause. */
  readonly speech?: SegmentSound | undefined;
  /** End of its pause. */
  readonly endSample: number;
  /** Samples per second. 0 before the first speech. */
  readonly sampleRate: number;
  /** Reads the speech from the store. Undefined when it is not there. */
  readonly read: () => Promise<Pcm | undefined>;
}
