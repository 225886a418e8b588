import type { SegmentLoudness } from './segment-loudness.ts';

/** Measurements of audio that gets one gain. */
export interface MeasuredPiece {
  /** Result of `hopEnergies` for its samples. */
  readonly energies: Float32Array;
  /** Set for speech. */
  readonly loudness: SegmentLoudness | undefined;
  /** Largest absolute sample. */
  readonly peak: number;
  /** Level that it is meant to have relative to other speech, in decibels. Default: 0. */
  readonly volumeDb?: number | undefined;
}

/** A piece and the number of its samples. */
export interface CountedPiece extends MeasuredPiece {
  readonly samples: number;
}

/** Samples, energies, peak, loudness, its seconds and that of its voice, volume. */
const columns = 7;

/** Measurements of a whole book. Kept as numbers in two arrays: objects for each sentence would take five times the memory. */
export class MeasuredPieces implements Iterable<CountedPiece> {
  #energies = new Float32Array(4096);
  #energyCount = 0;
  #rows = new Float64Array(256 * columns);
  #count = 0;

  /** Number of pieces. */
  get count(): number {
    return this.#count;
  }

  add({ samples, energies, loudness, peak, volumeDb = 0 }: CountedPiece): void {
    const { lufs = NaN, seconds = NaN, voiceLufs = NaN } = loudness ?? {};
    const row = [samples, energies.length, peak, lufs, seconds, voiceLufs, volumeDb];
    const [at, end] = [this.#count * columns, this.#energyCount + energies.length];
    if (at === this.#rows.length) this.#rows = copied(this.#rows, new Float64Array(2 * at));
    if (end > this.#energies.length) this.#energies = copied(this.#energies, new Float32Array(2 * end));
    this.#rows.set(row, at);
    this.#energies.set(energies, this.#energyCount);
    this.#energyCount = end;
    this.#count += 1;
  }

  *[Symbol.iterator](): Generator<CountedPiece, void, undefined> {
    let first = 0;
    for (let at = 0; at < this.#count * columns; at += columns) {
      const row = this.#rows.subarray(at, at + columns);
      const [samples = 0, length = 0, peak = 0, lufs, seconds, voice, volumeDb] = row;
      const energies = this.#energies.subarray(first, first + length);
      yield { samples, energies, peak, volumeDb, loudness: loudnessOf(lufs, seconds, voice) };
      first += length;
    }
  }
}

/** Returns what the columns of a row say of speech; NaN stands for what is absent. */
function loudnessOf(lufs = NaN, seconds = NaN, voice = NaN): SegmentLoudness | undefined {
  if (Number.isNaN(seconds)) return undefined;
  return { lufs, seconds, voiceLufs: Number.isNaN(voice) ? undefined : voice };
}

function copied<Numbers extends Float32Array | Float64Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
