import { invalidValue } from '../../core/errors.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';

/** Bitrate of an M4B without one. */
export const defaultM4bBitrate = '64k';

/** Samples in an AAC frame. */
export const aacFrameSamples = 1024;

/** Sample rates of AAC. An MP4 cannot hold a rate above 65,535. */
const aacRates = new Set([64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000]);
const fallbackRate = 44_100;
/** Limit of a frame of one channel (ISO 14496-3, 4.5.3.3). */
const maxFrameBits = 6144;

/** Returns the sample rate of the AAC for speech of a sample rate. */
export function aacSampleRate(sampleRate: number): number {
  return aacRates.has(sampleRate) ? sampleRate : fallbackRate;
}

/** Returns the bits per second of a bitrate. Throws `bad-value` when it does not fit the frames at this sample rate. */
export function requireAacBitrate(text: string, outputRate: number): number {
  const bitrate = parseBitrate(text);
  const max = maxAacBitrate(outputRate);
  if (bitrate <= max) return bitrate;
  throw invalidValue('bitrate', text, `at most ${max / 1000}k for AAC at ${outputRate} Hz`);
}

/** Returns the highest bitrate in bits per second, in whole kilobits. */
export function maxAacBitrate(outputRate: number): number {
  return Math.floor((maxFrameBits * outputRate) / aacFrameSamples / 1000) * 1000;
}
