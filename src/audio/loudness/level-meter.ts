import { fullScale } from '../../core/pcm.ts';

/** Levels of a recording in dBFS (-Infinity for digital silence) and the silence at its ends in seconds. */
export interface Levels {
  readonly rmsDb: number;
  readonly peakDb: number;
  /** RMS of the quietest half second. */
  readonly floorDb: number;
  readonly headSeconds: number;
  readonly tailSeconds: number;
}

const windowSeconds = 0.5;
/** Room tone is quieter. */
const soundDb = -50;

/** Measures the samples of one channel in pieces of any length. Keeps none of them. */
export class LevelMeter {
  readonly #sampleRate: number;
  readonly #windowSamples: number;
  readonly #soundLevel = fullScale * 10 ** (soundDb / 20);
  #samples = 0;
  #squares = 0;
  #peak = 0;
  #windowSquares = 0;
  #quietest = Infinity;
  #firstSound: number | undefined;
  #lastSound = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#windowSamples = Math.round(sampleRate * windowSeconds);
  }

  add(samples: Int16Array): void {
    for (let at = 0; at < samples.length; at += 1) this.#addSample(samples[at] ?? 0);
  }

  /** Returns the levels of everything so far. */
  levels(): Levels {
    const head = this.#firstSound ?? this.#samples;
    const tail = this.#firstSound === undefined ? this.#samples : this.#samples - this.#lastSound - 1;
    return {
      rmsDb: toDb(Math.sqrt(this.#squares / this.#samples)),
      peakDb: toDb(this.#peak),
      floorDb: this.#quietest === Infinity ? -Infinity : toDb(Math.sqrt(this.#quietest / this.#windowSamples)),
      headSeconds: head / this.#sampleRate,
      tailSeconds: tail / this.#sampleRate,
    };
  }

  #addSample(sample: number): void {
    const level = Math.abs(sample);
    if (level > this.#peak) this.#peak = level;
    if (level >= this.#soundLevel) {
      this.#firstSound ??= this.#samples;
      this.#lastSound = this.#samples;
    }
    this.#squares += sample * sample;
    this.#windowSquares += sample * sample;
    this.#samples += 1;
    if (this.#samples % this.#windowSamples === 0) {
      this.#quietest = Math.min(this.#quietest, this.#windowSquares);
      this.#windowSquares = 0;
    }
  }
}

function toDb(level: number): number {
  return 20 * Math.log10(level / fullScale);
}
