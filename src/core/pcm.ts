import { AudiobookError } from './errors.ts';

/** Audio as all modules exchange it: mono, signed 16 bit. */
export interface Pcm {
  readonly samples: Int16Array;
  /** Samples per second. */
  readonly sampleRate: number;
}

/** Returns the duration of audio in seconds. */
export function pcmSeconds(pcm: Pcm): number {
  return pcm.samples.length / pcm.sampleRate;
}

/** Concatenates audio. Throws `internal` when the sample rates differ. */
export function concatPcm(pieces: readonly Pcm[]): Pcm {
  const sampleRate = pieces[0]?.sampleRate ?? 0;
  const samples = new Int16Array(pieces.reduce((sum, piece) => sum + piece.samples.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    if (piece.sampleRate !== sampleRate) {
      throw new AudiobookError('internal', `Audio of ${piece.sampleRate} Hz cannot follow audio of ${sampleRate} Hz.`);
    }
    samples.set(piece.samples, offset);
    offset += piece.samples.length;
  }
  return { samples, sampleRate };
}
