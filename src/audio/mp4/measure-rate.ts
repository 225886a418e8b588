import { sum } from '../../core/statistics.ts';
import { aacFrameSamples } from './aac-limits.ts';

/** Bits per second of a stream. */
export interface MeasuredRate {
  readonly meanRate: number;
  /** The most in a second. */
  readonly maxRate: number;
}

/** Returns the bits per second of frames with these sizes in bytes, of which there is at least one. */
export function measureRate(frameSizes: Uint16Array, sampleRate: number): MeasuredRate {
  const frameSeconds = aacFrameSamples / sampleRate;
  const perSecond = Math.min(frameSizes.length, Math.ceil(1 / frameSeconds));
  let bytes = sum(frameSizes.subarray(0, perSecond));
  let most = bytes;
  for (let end = perSecond; end < frameSizes.length; end += 1) {
    bytes += (frameSizes[end] ?? 0) - (frameSizes[end - perSecond] ?? 0);
    most = Math.max(most, bytes);
  }
  const rate = (counted: number, frames: number): number => Math.round((counted * 8) / (frames * frameSeconds));
  return { meanRate: rate(sum(frameSizes), frameSizes.length), maxRate: rate(most, perSecond) };
}
