import { AudiobookError } from './errors.ts';

/** Audio as all modules exchange it: mono, signed 16 bit. */
export interface Pcm {
  readonly samples: Int16Array;
  /** Samples per second. */
  readonly sampleRate: number;
  /** Starts of words of the text, where the service returns them. Words may be missing. */
  readonly words?: readonly WordStart[] | undefined;
}

/** The start of a word in a text and in its sound. */
export interface WordStart {
  /** UTF-16 code units of the text before it. White space does not count, because texts are trimmed and joined. */
  readonly offset: number;
  /** Its first sample. */
  readonly sample: number;
}

/** One more than the largest sample: 0 dBFS. */
export const fullScale = 32_768;

/** A range of samples. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the duration of audio in seconds. */
export function pcmSeconds(pcm: Pcm): number {
  return pcm.samples.length / pcm.sampleRate;
}

/** Returns the memory of samples as bytes: little-endian, as on every platform that Node supports. */
export function sampleBytes(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Returns memory for samples, all of which must be written: it holds anything. Filling it with zeros takes as long as a copy. */
export function uninitialized(samples: number): Int16Array<ArrayBuffer> {
  const { buffer } = Buffer.allocUnsafeSlow(samples * Int16Array.BYTES_PER_ELEMENT);
  return new Int16Array(buffer);
}

/** Returns silence of a length in milliseconds. */
export function silentPcm(milliseconds: number, sampleRate: number): Pcm {
  return { samples: new Int16Array(Math.round((milliseconds / 1000) * sampleRate)), sampleRate };
}

/** Concatenates audio. The times of words are lost. Throws `internal` when the sample rates differ. */
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
