import type { AudioEncoding } from '../encoding/audio-encoding.ts';
import { applyGain, peakOf } from './apply-gain.ts';
import type { FinishedLevels, FinishedMeter } from './finished-meter.ts';
import { limitGain, loudnessPerGain, nextSettings } from './level-settings.ts';
import type { LevelSettings } from './level-settings.ts';
import { hopCount, hopEnergies, LoudnessMeter } from './loudness-meter.ts';
import type { FormatLevels, LoudnessTarget } from './loudness-target.ts';
import { medianLoudness, segmentCorrection, segmentLoudness } from './segment-loudness.ts';
import type { SegmentLoudness } from './segment-loudness.ts';

/** The measured loudness of a book, the gain it got and the result. */
export interface Leveling extends FinishedLevels {
  /** Integrated loudness of the whole book before leveling, in LUFS. -Infinity when it is silent. */
  readonly spokenLufs: number;
  /** Gain of the whole book in decibels. */
  readonly gainDb: number;
  /** Difference of the finished audio to the target loudness in LU. Negative when it is too loud. */
  readonly missingLu: number;
}

/** Options of `leveledEncoding`. */
export interface LevelingOptions {
  readonly sampleRate: number;
  readonly target: LoudnessTarget;
  readonly format: FormatLevels;
  /** Measures the finished audio. The encoding feeds it for lossy formats. */
  readonly meter: FinishedMeter;
  /** Settings of a further pass. Default: found by the first minutes. */
  readonly settings?: LevelSettings | undefined;
  /** Audio that is measured before the encoder gets it. Default: 300 seconds. */
  readonly measuredSeconds?: number | undefined;
}

/** An encoding whose loudness is set. */
export interface LeveledEncoding extends AudioEncoding {
  /** Encodes a segment of speech and brings it to the loudness of the others. `energies` is `hopEnergies` of the samples. */
  writeSpeech(samples: Int16Array, energies: Float32Array): Promise<void>;
  /** Returns the settings of another pass when the finished audio misses the target. Call it after `end`. */
  next(): LevelSettings | undefined;
  /** Returns the loudness and the gain. Call it after `end`. */
  leveling(): Leveling;
}

/** The gain for the first minutes rarely needs a change, and the encoder is so much faster than any voice that the wait costs nothing. */
const defaultMeasuredSeconds = 300;
/** The limiter makes the loudness less than proportional to the gain. */
const maxGuesses = 7;

/**
 * Brings a book to a loudness: each segment of speech by a gain of at most 6 dB toward the others, and everything by one gain. Peaks
 * are limited. The first minutes, kept in memory, set the gain and the reference. The finished audio decides whether another
 * pass over the book is needed.
 */
export function leveledEncoding(encoding: AudioEncoding, options: LevelingOptions): LeveledEncoding {
  return new Leveled(encoding, options);
}

interface Piece {
  readonly samples: Int16Array;
  readonly energies: Float32Array;
  /** Set for speech. */
  readonly loudness: SegmentLoudness | undefined;
  readonly peak: number;
}

class Leveled implements LeveledEncoding {
  readonly #encoding: AudioEncoding;
  readonly #options: LevelingOptions;
  readonly #measuredSamples: number;
  readonly #spoken: LoudnessMeter;
  readonly #segments: SegmentLoudness[] = [];
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
  }

  async write(samples: Int16Array): Promise<void> {
    const { sampleRate } = this.#options;
    const peak = peakOf(samples);
    const energies =
      peak === 0 ? new Float32Array(hopCount(samples.length, sampleRate)) : hopEnergies({ samples, sampleRate });
    await this.#add({ samples, energies, loudness: undefined, peak });
  }

  async writeSpeech(samples: Int16Array, energies: Float32Array): Promise<void> {
    const loudness = segmentLoudness(energies);
    this.#segments.push(loudness);
    await this.#add({ samples, energies, loudness, peak: peakOf(samples) });
  }

  startChapter(title: string): void {
    if (this.#settings === undefined) this.#waiting.push(title);
    else this.#encoding.startChapter(title);
  }

  async end(): Promise<void> {
    if (this.#settings === undefined) await this.#release();
    await this.#encoding.end();
    this.#finished = this.#options.meter.levels();
  }

  finish: AudioEncoding['finish'] = async (sound) => await this.#encoding.finish(sound);

  next(): LevelSettings | undefined {
    if (this.#settings === undefined || this.#finished === undefined) return undefined;
    return nextSettings(this.#settings, this.#options.target, this.#finished, this.#segments);
  }

  leveling(): Leveling {
    const finished = this.#finished ?? { lufs: -Infinity, truePeakDb: -Infinity };
    const missingLu = Number.isFinite(finished.lufs) ? this.#options.target.lufs - finished.lufs : 0;
    return { spokenLufs: this.#spoken.integrated(), gainDb: this.#settings?.gainDb ?? 0, ...finished, missingLu };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoding[Symbol.asyncDispose]();
  }

  async #add(piece: Piece): Promise<void> {
    this.#spoken.addMeasured(piece.energies, piece.samples.length);
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
    const items = this.#waiting;
    this.#waiting = [];
    const settings = this.#firstSettings(items.filter((item) => typeof item !== 'string'));
    this.#settings = settings;
    for (const item of items) {
      if (typeof item === 'string') this.#encoding.startChapter(item);
      else await this.#encode(item, settings);
    }
  }

  /** Finds the gain that brings the first minutes to the target, with the limiter and the format. */
  #firstSettings(pieces: readonly Piece[]): LevelSettings {
    const { target, format } = this.#options;
    const referenceLufs = medianLoudness(this.#segments);
    const ceilingDb = target.truePeakDb - format.overshootDb;
    const settingsFor = (gainDb: number, before?: LevelSettings['before']): LevelSettings => ({
      referenceLufs,
      gainDb,
      ceilingDb,
      pass: 1,
      reason: '',
      before,
    });
    let settings = settingsFor(0);
    for (let guess = 0; guess < maxGuesses; guess += 1) {
      const lufs = this.#loudnessOf(pieces, settings, guess > 0) + format.offsetLu;
      const missingLu = target.lufs - lufs;
      if (!Number.isFinite(lufs) || (guess > 0 && Math.abs(missingLu) < 0.05)) break;
      const gainDb = limitGain(settings.gainDb + missingLu / loudnessPerGain(settings, lufs));
      settings = settingsFor(gainDb, guess > 0 ? { gainDb: settings.gainDb, lufs } : undefined);
    }
    return settingsFor(settings.gainDb);
  }

  #loudnessOf(pieces: readonly Piece[], settings: LevelSettings, isLimited: boolean): number {
    const meter = new LoudnessMeter(this.#options.sampleRate);
    const { sampleRate } = this.#options;
    for (const piece of pieces) {
      const gainDb = gainOf(piece, settings);
      const power = 10 ** (gainDb / 10);
      const isQuiet = piece.peak * 10 ** (gainDb / 20) <= 32_768 * 10 ** (settings.ceilingDb / 20);
      const energies =
        isQuiet || !isLimited
          ? piece.energies.map((energy) => energy * power)
          : hopEnergies({ samples: this.#level(piece, settings), sampleRate });
      meter.addMeasured(energies, piece.samples.length);
    }
    return meter.integrated();
  }

  #level(piece: Piece, settings: LevelSettings): Int16Array {
    if (piece.peak === 0) return piece.samples;
    const { samples, peak } = piece;
    const options = { gainDb: gainOf(piece, settings), ceilingDb: settings.ceilingDb, peak };
    return applyGain({ samples, sampleRate: this.#options.sampleRate }, options);
  }

  async #encode(piece: Piece, settings: LevelSettings): Promise<void> {
    const { format, meter, sampleRate } = this.#options;
    const samples = this.#level(piece, settings);
    if (format.isLossless) meter.add(samples, sampleRate);
    await this.#encoding.write(samples);
  }
}

function gainOf({ loudness }: Piece, { gainDb, referenceLufs }: LevelSettings): number {
  return gainDb + (loudness === undefined ? 0 : segmentCorrection(loudness, referenceLufs));
}
