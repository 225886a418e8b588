import type { AudioEncoding } from '../encoding/audio-encoding.ts';
import { applyGain, peakOf } from './apply-gain.ts';
import { gainStepDb } from './gain-step.ts';
import { LoudnessMeter } from './loudness-meter.ts';

/** How loud a book is made. */
export interface LoudnessTarget {
  /** Integrated loudness, EBU R128. */
  readonly lufs: number;
  /** No sample is louder, in dBFS; true peaks, and what a lossy codec adds, stay about a decibel above it. */
  readonly peakDb: number;
}

/** −18 LUFS with true peaks of at most −1.5 dB. */
export const audiobookLoudness: LoudnessTarget = { lufs: -18, peakDb: -2.5 };

/** In the middle of what ACX takes: −23 to −18 dB RMS, peaks of at most −3 dB. */
export const acxLoudness: LoudnessTarget = { lufs: -20, peakDb: -4 };

/** What was found and what was done about it. */
export interface Leveling {
  /** Integrated loudness of the whole book as it was spoken, in LUFS; -Infinity when it is silent. */
  readonly spokenLufs: number;
  /** The one gain that all of it got, in decibels. */
  readonly gainDb: number;
  /** What is still missing to the loudness that was wanted, in decibels; negative when it is too loud. */
  readonly missingDb: number;
}

export interface LeveledEncoding extends Omit<AudioEncoding, 'write' | 'regain'> {
  /** As of any encoding; what `hopEnergies` found in the samples need not be measured again. */
  write(samples: Int16Array, energies?: Float32Array): Promise<void>;
  /** After `end`. */
  leveling(): Leveling;
}

/**
 * Sound that is measured before it goes to the encoder: the gain that it suggests is seldom off by a step. The encoder is so
 * much faster than any voice that the wait costs nothing.
 */
const defaultMeasuredSeconds = 300;
/** A gain beyond this would be noise, or a mistake. */
const maxGainDb = 24;
const fullScale = 32_768;

/**
 * Brings a book to a loudness by one constant gain: no sentence unlike the next. The gain is set when the first minutes have
 * been measured; when all of it has been, and proves it wrong by more than half a step of 1.5 dB, what was encoded is changed
 * by whole steps, without a second lossy encoding; upwards only as far as the loudest peak leaves room. Holds those first minutes
 * in memory; gives as many samples as it takes.
 */
export function leveledEncoding(
  encoding: AudioEncoding,
  sampleRate: number,
  target: LoudnessTarget,
  measuredSeconds = defaultMeasuredSeconds,
): LeveledEncoding {
  return new Leveled(encoding, sampleRate, target, measuredSeconds * sampleRate);
}

class Leveled implements LeveledEncoding {
  readonly #encoding: AudioEncoding;
  readonly #sampleRate: number;
  readonly #target: LoudnessTarget;
  readonly #measuredSamples: number;
  readonly #meter: LoudnessMeter;
  #waiting: (Int16Array | string)[] = [];
  #measured = 0;
  #gainDb: number | undefined;
  #steps = 0;
  #peak = 0;

  constructor(encoding: AudioEncoding, sampleRate: number, target: LoudnessTarget, measuredSamples: number) {
    this.#encoding = encoding;
    this.#sampleRate = sampleRate;
    this.#target = target;
    this.#measuredSamples = measuredSamples;
    this.#meter = new LoudnessMeter(sampleRate);
  }

  async write(samples: Int16Array, energies?: Float32Array): Promise<void> {
    if (energies === undefined) this.#meter.add(samples);
    else this.#meter.addMeasured(energies, samples.length);
    if (this.#gainDb !== undefined) {
      await this.#pass(samples, this.#gainDb);
      return;
    }
    this.#waiting.push(samples);
    this.#measured += samples.length;
    if (this.#measured >= this.#measuredSamples) await this.#release();
  }

  startChapter(title: string): void {
    if (this.#gainDb === undefined) this.#waiting.push(title);
    else this.#encoding.startChapter(title);
  }

  async end(): Promise<void> {
    const gainDb = this.#gainDb ?? (await this.#release());
    await this.#encoding.end();
    this.#steps = this.#stepsFrom(gainDb);
    if (this.#steps !== 0) await this.#encoding.regain(this.#steps);
  }

  finish: AudioEncoding['finish'] = async (sound) => await this.#encoding.finish(sound);

  leveling(): Leveling {
    const gainDb = (this.#gainDb ?? 0) + this.#steps * gainStepDb;
    return { spokenLufs: this.#meter.integrated(), gainDb, missingDb: this.#wantedGain() - gainDb };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoding[Symbol.asyncDispose]();
  }

  /** Sets the gain and lets through what has waited for it. */
  async #release(): Promise<number> {
    const gainDb = this.#wantedGain();
    this.#gainDb = gainDb;
    const items = this.#waiting;
    this.#waiting = [];
    for (const item of items) {
      if (typeof item === 'string') this.#encoding.startChapter(item);
      else await this.#pass(item, gainDb);
    }
    return gainDb;
  }

  async #pass(samples: Int16Array, gainDb: number): Promise<void> {
    const peak = peakOf(samples);
    this.#peak = Math.max(this.#peak, peak);
    await this.#encoding.write(applyGain(samples, this.#sampleRate, gainDb, this.#target.peakDb, peak));
  }

  /** By the loudness of all that has been measured. */
  #wantedGain(): number {
    const lufs = this.#meter.integrated();
    if (!Number.isFinite(lufs)) return 0;
    return Math.max(-maxGainDb, Math.min(maxGainDb, this.#target.lufs - lufs));
  }

  /** Whole steps from the gain that was given to the one that is wanted, not further up than the loudest peak allows. */
  #stepsFrom(gainDb: number): number {
    const steps = Math.round((this.#wantedGain() - gainDb) / gainStepDb);
    const peakDb = Math.min(this.#target.peakDb, 20 * Math.log10(this.#peak / fullScale) + gainDb);
    const room = Math.floor((this.#target.peakDb - peakDb) / gainStepDb);
    return Math.min(steps, room);
  }
}
