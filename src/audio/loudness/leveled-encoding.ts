import type { AudioEncoding } from '../encoding/audio-encoding.ts';
import { applyGain, peakOf } from './apply-gain.ts';
import { gainStepDb } from './gain-step.ts';
import { LoudnessMeter } from './loudness-meter.ts';

/** Target loudness of a book. */
export interface LoudnessTarget {
  /** Integrated loudness, EBU R128. */
  readonly lufs: number;
  /** Upper limit of the samples in dBFS. True peaks and the errors of a lossy codec exceed it by about a decibel. */
  readonly peakDb: number;
}

/** −18 LUFS with true peaks of at most −1.5 dB. */
export const audiobookLoudness: LoudnessTarget = { lufs: -18, peakDb: -2.5 };

/** The middle of the range that ACX accepts: −23 to −18 dB RMS, peaks of at most −3 dB. */
export const acxLoudness: LoudnessTarget = { lufs: -20, peakDb: -4 };

/** The measured loudness of a book and the gain it got. */
export interface Leveling {
  /** Integrated loudness of the whole book before the gain, in LUFS. -Infinity when it is silent. */
  readonly spokenLufs: number;
  /** Gain of the whole book in decibels. */
  readonly gainDb: number;
  /** Difference to the target loudness in decibels. Negative when the book is too loud. */
  readonly missingDb: number;
}

/** An encoding with a constant gain. */
export interface LeveledEncoding extends Omit<AudioEncoding, 'write' | 'regain'> {
  /** Encodes samples. `energies` is the result of `hopEnergies` for them and saves measuring them again. */
  write(samples: Int16Array, energies?: Float32Array): Promise<void>;
  /** Returns the loudness and the gain. Call it after `end`. */
  leveling(): Leveling;
}

/**
 * Audio that is measured before the encoder gets it. The gain for it is rarely off by a step, and the encoder is so much
 * faster than any voice that the wait costs nothing.
 */
const defaultMeasuredSeconds = 300;
/** A larger gain would amplify noise or a mistake. */
const maxGainDb = 24;
const fullScale = 32_768;

/**
 * Brings a book to a loudness by one constant gain, so that no sentence differs from the next. The first minutes, kept in
 * memory, set the gain. When the whole book proves it wrong by more than half a step of 1.5 dB, the encoded audio is changed
 * by whole steps, without a second lossy encoding, and upwards only as far as the loudest peak allows.
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
      await this.#encode(samples, this.#gainDb);
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
    return { spokenLufs: this.#meter.integrated(), gainDb, missingDb: this.#targetGain() - gainDb };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#encoding[Symbol.asyncDispose]();
  }

  /** Sets the gain and encodes the audio that waited for it. */
  async #release(): Promise<number> {
    const gainDb = this.#targetGain();
    this.#gainDb = gainDb;
    const items = this.#waiting;
    this.#waiting = [];
    for (const item of items) {
      if (typeof item === 'string') this.#encoding.startChapter(item);
      else await this.#encode(item, gainDb);
    }
    return gainDb;
  }

  async #encode(samples: Int16Array, gainDb: number): Promise<void> {
    const peak = peakOf(samples);
    this.#peak = Math.max(this.#peak, peak);
    const options = { gainDb, ceilingDb: this.#target.peakDb, peak };
    await this.#encoding.write(applyGain({ samples, sampleRate: this.#sampleRate }, options));
  }

  /** Returns the gain for the loudness measured so far. */
  #targetGain(): number {
    const lufs = this.#meter.integrated();
    if (!Number.isFinite(lufs)) return 0;
    return Math.max(-maxGainDb, Math.min(maxGainDb, this.#target.lufs - lufs));
  }

  /** Returns the whole steps from the applied gain to the target gain, limited by the loudest peak. */
  #stepsFrom(gainDb: number): number {
    const steps = Math.round((this.#targetGain() - gainDb) / gainStepDb);
    const peakDb = Math.min(this.#target.peakDb, 20 * Math.log10(this.#peak / fullScale) + gainDb);
    const room = Math.floor((this.#target.peakDb - peakDb) / gainStepDb);
    return Math.min(steps, room);
  }
}
