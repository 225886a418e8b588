import type { EncoderPart } from './encoder-part.ts';

/** A piece of the audio. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** In samples from the beginning of the audio. */
  readonly start: number;
  readonly end: number;
}

/** A part and its place, in samples from the beginning of the audio. */
export interface PlacedPart {
  readonly part: EncoderPart;
  readonly start: number;
  /** First sample that its encoder gets. */
  readonly leadStart: number;
  /** A chapter can cut it short while it takes audio. */
  end: number;
}

/** Gives a part what a piece has of its audio, and of that around it. */
export function give(
  { bytes, start, end }: Piece,
  { part, leadStart, end: partEnd }: PlacedPart,
  tailSamples: number,
): void {
  const from = Math.max(start, leadStart);
  const to = Math.min(end, partEnd + tailSamples);
  if (from < to) part.add(bytes.subarray((from - start) * 2, (to - start) * 2));
}
