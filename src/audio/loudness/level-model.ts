import { fullScale } from '../../core/pcm.ts';
import { applyGain } from './apply-gain.ts';
import { hopEnergies, LoudnessMeter } from './loudness-meter.ts';
import { MeasuredPieces } from './measured-pieces.ts';
import type { MeasuredPiece } from './measured-pieces.ts';
import { medianLoudness, ofFirstVoice, segmentCorrection } from './segment-loudness.ts';
import type { SegmentLoudness } from './segment-loudness.ts';

/** Audio that gets one gain. */
export interface Piece extends MeasuredPiece {
  readonly samples: Int16Array;
}

/** The gains that turn the speech of a book into its sound. */
export interface Gains {
  /** The loudness that segments of speech are brought to before the gain, in LUFS. */
  readonly referenceLufs: number;
  /** Gain of the whole book in decibels. */
  readonly gainDb: number;
  /** Upper limit of the samples in dBFS. */
  readonly ceilingDb: number;
}

/** Audio that stays in memory to try the limiter on. */
const maxKeptSeconds = 120;
/** A larger gain would amplify noise or a mistake. */
const maxGainDb = 24;
/** The limiter makes the loudness less than proportional to the gain. */
const maxGuesses = 8;
const guessToleranceLu = 0.03;

interface KeptPiece {
  readonly piece: Piece;
  readonly order: number;
}

/**
 * Predicts the loudness of a book under other gains. It knows the energies of the whole book, and has the samples of pieces from
 * all over it, from which it learns what the limiter takes.
 */
export class LevelModel {
  readonly #sampleRate: number;
  readonly #pieces = new MeasuredPieces();
  #kept: KeptPiece[] = [];
  #keptSamples = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  add({ samples, ...measured }: Piece): void {
    this.#pieces.add({ ...measured, samples: samples.length });
    if (measured.loudness === undefined) return;
    // A low-discrepancy sequence: wherever the book ends, the pieces with the lowest numbers are spread evenly over it.
    const order = (this.#pieces.count * 0.618_033_988_749_895) % 1;
    this.#keep({ piece: { samples, ...measured }, order });
  }

  /** Reports whether samples are among those that the limiter is tried on, and must not change. */
  keeps(samples: Int16Array): boolean {
    return this.#kept.some(({ piece }) => piece.samples === samples);
  }

  /** Returns the loudness that half of the speech of the first voice exceeds. -Infinity for silence. */
  median(): number {
    return medianLoudness(this.#segments());
  }

  /** Returns the largest distance of a segment of the first voice from a loudness, in LU. */
  farthestFrom(referenceLufs: number): number {
    const distances = ofFirstVoice(this.#segments()).map(({ lufs }) => Math.abs(lufs - referenceLufs));
    return distances.reduce((most, distance) => (Number.isFinite(distance) ? Math.max(most, distance) : most), 0);
  }

  /** Returns the largest sample that an encoder is given, in dBFS. */
  peakDb(gains: Gains): number {
    let most = -Infinity;
    for (const piece of this.#pieces) {
      most = Math.max(most, 20 * Math.log10(piece.peak / fullScale) + gainOf(piece, gains));
    }
    return Math.min(gains.ceilingDb, most);
  }

  /** Returns the predicted loudness in LUFS. -Infinity for silence. */
  loudness(gains: Gains): number {
    const meter = new LoudnessMeter(this.#sampleRate);
    for (const piece of this.#pieces) meter.addMeasured(scaled(piece, gains), piece.samples);
    return meter.integrated() - this.#limited(gains);
  }

  /** Returns the gain that is predicted to give a loudness, within limits. */
  gainFor(lufs: number, { referenceLufs, ceilingDb }: Omit<Gains, 'gainDb'>): number {
    let gainDb = 0;
    let before: { readonly gainDb: number; readonly lufs: number } | undefined;
    for (let guess = 0; guess < maxGuesses; guess += 1) {
      const found = this.loudness({ referenceLufs, ceilingDb, gainDb });
      if (!Number.isFinite(found) || Math.abs(lufs - found) < guessToleranceLu) break;
      const next = limitGain(gainDb + (lufs - found) / loudnessPerGain({ gainDb, lufs: found }, before));
      before = { gainDb, lufs: found };
      gainDb = next;
    }
    return gainDb;
  }

  #segments(): SegmentLoudness[] {
    return [...this.#pieces].flatMap(({ loudness }) => loudness ?? []);
  }

  #keep(added: KeptPiece): void {
    this.#kept.push(added);
    this.#keptSamples += added.piece.samples.length;
    if (this.#keptSamples <= maxKeptSeconds * this.#sampleRate) return;
    const last = this.#kept.reduce((most, kept) => (kept.order > most.order ? kept : most));
    this.#kept = this.#kept.filter((kept) => kept !== last);
    this.#keptSamples -= last.piece.samples.length;
  }

  /** Returns by how much the limiter lowers the loudness, in LU. */
  #limited(gains: Gains): number {
    const [plain, limited] = [new LoudnessMeter(this.#sampleRate), new LoudnessMeter(this.#sampleRate)];
    let isLimited = false;
    for (const { piece } of this.#kept) {
      const energies = scaled(piece, gains);
      const isPieceLimited = exceeds(piece, gains);
      isLimited ||= isPieceLimited;
      plain.addMeasured(energies, piece.samples.length);
      const after = isPieceLimited ? this.#energiesAfterLimiter(piece, gains) : energies;
      limited.addMeasured(after, piece.samples.length);
    }
    return isLimited ? plain.integrated() - limited.integrated() : 0;
  }

  #energiesAfterLimiter(piece: Piece, gains: Gains): Float32Array {
    const sampleRate = this.#sampleRate;
    return hopEnergies({ samples: leveled(piece, sampleRate, gains), sampleRate });
  }
}

/** Returns the samples of a piece as an encoder gets them, in `output` or in new memory. Silence is returned as it is. */
export function leveled(piece: Piece, sampleRate: number, gains: Gains, output?: Int16Array): Int16Array {
  if (piece.peak === 0) return piece.samples;
  const { samples, peak } = piece;
  const gainDb = gainOf(piece, gains);
  return applyGain({ samples, sampleRate }, { gainDb, ceilingDb: gains.ceilingDb, peak, output });
}

function gainOf(
  { loudness, volumeDb = 0 }: Pick<Piece, 'loudness' | 'volumeDb'>,
  { gainDb, referenceLufs }: Gains,
): number {
  return gainDb + (loudness === undefined ? 0 : segmentCorrection(loudness, referenceLufs)) + volumeDb;
}

function scaled(piece: Pick<Piece, 'loudness' | 'energies' | 'volumeDb'>, gains: Gains): Float32Array {
  const power = 10 ** (gainOf(piece, gains) / 10);
  return piece.energies.map((energy) => energy * power);
}

function exceeds(piece: Piece, gains: Gains): boolean {
  return piece.peak * 10 ** (gainOf(piece, gains) / 20) > fullScale * 10 ** (gains.ceilingDb / 20);
}

function limitGain(gainDb: number): number {
  return Math.max(-maxGainDb, Math.min(maxGainDb, gainDb));
}

/** Returns how much louder the book gets per decibel of gain. The limiter takes a part of it. */
function loudnessPerGain(
  now: { readonly gainDb: number; readonly lufs: number },
  before: { readonly gainDb: number; readonly lufs: number } | undefined,
): number {
  if (before === undefined || Math.abs(now.gainDb - before.gainDb) < 0.01) return 1;
  return Math.max(0.2, Math.min(1, (now.lufs - before.lufs) / (now.gainDb - before.gainDb)));
}
