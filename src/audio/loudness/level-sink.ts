import { Writable } from 'node:stream';

/** Levels of a recording in dBFS (-Infinity for digital silence) and the silence at its ends in seconds. */
export interface Levels {
  readonly rmsDb: number;
  readonly peakDb: number;
  /** RMS of its quietest half second. */
  readonly floorDb: number;
  readonly headSeconds: number;
  readonly tailSeconds: number;
}

const WINDOW_SECONDS = 0.5;
/** Louder than room tone. */
const SOUND_DB = -50;
const FULL_SCALE = 32_768;

/** Measures mono 16-bit samples that are written to it; holds none of them. */
export class LevelSink extends Writable {
  readonly #sampleRate: number;
  readonly #windowSamples: number;
  readonly #soundLevel = FULL_SCALE * 10 ** (SOUND_DB / 20);
  #rest: Buffer = Buffer.alloc(0);
  #samples = 0;
  #squares = 0;
  #peak = 0;
  #windowSquares = 0;
  #quietest = Infinity;
  #firstSound: number | undefined;
  #lastSound = 0;

  constructor(sampleRate: number) {
    // fluent-ffmpeg takes the close of an output that has finished for a failure.
    super({ emitClose: false, autoDestroy: false });
    this.#sampleRate = sampleRate;
    this.#windowSamples = Math.round(sampleRate * WINDOW_SECONDS);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, taken: () => void): void {
    const bytes = Buffer.concat([this.#rest, chunk]);
    for (let at = 0; at + 1 < bytes.length; at += 2) this.#add(bytes.readInt16LE(at));
    this.#rest = Buffer.from(bytes.subarray(bytes.length - (bytes.length % 2)));
    taken();
  }

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

  #add(sample: number): void {
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
  return 20 * Math.log10(level / FULL_SCALE);
}
