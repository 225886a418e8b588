import { AudiobookError } from './errors.ts';

/** Sound as every room passes it on: mono, signed 16 bit. */
export interface Pcm {
  readonly samples: Int16Array;
  /** Samples a second. */
  readonly sampleRate: number;
}

/** Length of a piece of sound in seconds. */
export function pcmSeconds(pcm: Pcm): number {
  return pcm.samples.length / pcm.sampleRate;
}

/** Pieces of sound one after the other. They must have one sample rate; throws `internal` when they do not. */
export function concatPcm(pieces: readonly Pcm[]): Pcm {
  const sampleRate = pieces[0]?.sampleRate ?? 0;
  const samples = new Int16Array(pieces.reduce((sum, piece) => sum + piece.samples.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    if (piece.sampleRate !== sampleRate) {
      throw new AudiobookError('internal', `Sound of ${piece.sampleRate} Hz cannot follow sound of ${sampleRate} Hz.`);
    }
    samples.set(piece.samples, offset);
    offset += piece.samples.length;
  }
  return { samples, sampleRate };
}
