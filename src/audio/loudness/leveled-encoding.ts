import type { AudioEncoding } from '../encoding/audio-encoding.ts';
import type { PartSpan } from '../encoding/parts/encoded-part.ts';
import { peakOf } from './apply-gain.ts';
import type { FinishedLevels, FinishedMeter } from './finished-meter.ts';
import { leveled, LevelModel } from './level-model.ts';
import type { Piece } from './level-model.ts';
import { firstSettings, nextSettings } from './level-settings.ts';
import type { LevelSettings } from './level-settings.ts';
import { hopCount, hopEnergies, LoudnessMeter } from './loudness-meter.ts';
import type { FormatLevels, LoudnessTarget } from './loudness-target.ts';
import { VoiceLevels } from './voice-levels.ts';
import type { SpokenAs } from './voice-levels.ts';
import { segmentLoudness } from './segment-loudness.ts';

/** The measured loudness of a book, the gain it got and the result. */
export interface Leveling extends FinishedLevels {
  /** Integrated loudness of the whole book before leveling, in LUFS. -Infinity when it is silent. */
  readonly spokenLufs: number;
  /** Gain of the whole book in decibels. */
  readonly gainDb: number;
  /** Difference to the target loudness in LU. Negative when it is too loud. 0 for ACX, which has limits of its own. */
  readonly missingLu: number;
}

/** Options of `LeveledEncoding`. */
export interface LevelingOptions {
  readonly sampleRate: number;
  readonly target: LoudnessTarget;
  readonly format: FormatLevels;
  /** Measures the finished audio. The encoding feeds it for lossy formats. Without one, there is no further pass. */
  readonly meter?: FinishedMeter | undefined;
  /** Measures files that are changed after they were leveled, as chapters for ACX are. Default: `meter`. */
  readonly fitted?: FinishedMeter | undefined;
  /** Settings of a further pass. Default: found by the first minutes. */
  readonly settings?: LevelSettings | undefined;
  /** Audio that is measured before the encoder gets it. Default: 300 seconds. */
  readonly measuredSeconds?: number | undefined;
}

/** The gain for the first minutes rarely needs a change, and the encoder is so much faster than any voice that the wait costs nothing. */
const defaultMeasuredSeconds = 300;

/**
 * Brings a book to a loudness: each segment of speech by a gain of at most 6 dB toward its voice, each voice to that of the first, and everything
 * by one gain. Peaks
 * are limited. The first minutes, kept in memory, set the gain and the reference. The finished audio decides whether a second
 * pass over the book is needed.
 */
export class LeveledEncoding implements AudioEncoding {
  readonly #encoding: AudioEncoding;
  readonly #options: LevelingOptions;
  readonly #measuredSamples: number;
  readonly #spoken: LoudnessMeter;
  readonly #model: LevelModel;
  readonly #voices = new VoiceLevels();
  #waiting: (Piece | string)[] = [];
  #waitingSamples = 0;
  #settings: LevelSettings | undefined;
  #finished: FinishedLevels | undefined;

  constructor(encoding: AudioEncoding, options: LevelingOptions) {
    this.#encoding = encoding;
    this.#options = options;
    this.#settings = options.settings;
    this.#measuredSamples = (options.measuredSeconds ?? defaultMeasuredSeconds) * options.sampleRate;
    this.#spoken = new LoudnessMeter(options.sampleRate);
    this.#model = new LevelModel(options.sampleRate);
  }

  get frameInput(): number | undefined {
    return this.#encoding.frameInput;
  }

  async write(samples: Int16Array): Promise<void> {
    const { sampleRate } = this.#options;
    const peak = peakOf(samples);
    const energies =
      peak === 0 ? new Float32Array(hopCount(samples.length, sampleRate)) : hopEnergies({ samples, sampleRate });
    await this.#add({ samples, energies, loudness: undefined, peak });
  }

  /**
   * Encodes a segment of speech and brings it to the loudness of the others, whatever its voice, or as far from it as is meant. `energies` is `hopEnergies` of the samples, which may
   * be changed: their memory takes the result.
   */
  async writeSpeech(samples: Int16Array, energies: Float32Array, { voice, volumeDb }: SpokenAs = {}): Promise<void> {
    const loudness = this.#voices.placed(segmentLoudness(energies), voice);
    await this.#add({ samples, energies, loudness, peak: peakOf(samples), volumeDb });
  }

  startChapter(title: string): void {
    if (this.#settings === undefined) this.#waiting.push(title);
    else this.#encoding.startChapter(title);
  }

  async end(): Promise<void> {
    if (this.#settings === undefined) await this.#release();
    await this.#encoding.end();
    this.#finished = this.#options.meter?.levels();
  }

  spans(): readonly PartSpan[] {
    return this.#encoding.spans?.() ?? [];
  }

  finish: AudioEncoding['finish'] = async (sound) => await this.#encoding.finish(sound);

  /** Returns the settings of another pass when the finished audio misses the target. Call it after `end`. */
  next(): LevelSettings | undefined {
    if (this.#settings === undefined || this.#finished === undefined) return undefined;
    return nextSettings(this.#settings, this.#options, this.#finished, this.#model);
  }

  /** Returns the loudness and the gain. Undefined without a meter. Call it after `end`. */
  leveling(): Leveling | undefined {
    const { fitted, target } = this.#options;
    if (this.#finished === undefined) return undefined;
    const leveling = { spokenLufs: this.#spoken.integrated(), gainDb: this.#settings?.gainDb ?? 0 };
    if (fitted) return { ...leveling, ...fitted.levels(), missingLu: 0 };
    const missingLu = Number.isFinite(this.#finished.lufs) ? target.lufs - this.#finished.lufs : 0;
    return { ...leveling, ...this.#finished, missingLu };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoding[Symbol.asyncDispose]();
  }

  async #add(piece: Piece): Promise<void> {
    this.#spoken.addMeasured(piece.energies, piece.samples.length);
    this.#model.add(piece);
    if (this.#settings !== undefined) {
      await this.#encode(piece, this.#settings);
      return;
    }
    this.#waiting.push(piece);
    this.#waitingSamples += piece.samples.length;
    if (this.#waitingSamples >= this.#measuredSamples) await this.#release();
  }

  /** Sets the gain and encodes the audio that waited for it. */
  async #release(): Promise<void> {
    const settings = firstSettings(this.#model, this.#options);
    this.#settings = settings;
    // Encoded items are freed before the rest is encoded.
    for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) {
      if (typeof item === 'string') this.#encoding.startChapter(item);
      else await this.#encode(item, settings);
    }
  }

  async #encode(piece: Piece, settings: LevelSettings): Promise<void> {
    const { format, meter, sampleRate } = this.#options;
    const isFree = piece.loudness !== undefined && !this.#model.keeps(piece.samples);
    const samples = leveled(piece, sampleRate, settings, isFree ? piece.samples : undefined);
    if (format.isLossless) meter?.add(samples, sampleRate);
    await this.#encoding.write(samples);
  }
}
