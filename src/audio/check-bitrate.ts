import { invalidValue } from '../core/errors.ts';
import type { AudioFormat } from './audio-format.ts';
import { parseBitrate } from './encoding/parse-bitrate.ts';
import { aacSampleRate, requireAacBitrate } from './mp4/aac-limits.ts';
import { mp3SampleRate } from './mp3/mp3-sample-rate.ts';

/** Highest sample rate of an AAC encoder here. */
const maxAacSampleRate = 48_000;
/** Highest bitrate of libopus for one channel. */
const maxOpusBitrate = 256_000;

/**
 * Checks a bitrate before anything is spoken. Throws `bad-value` for one that the format never has or, when the sample rate of
 * the speech is known, does not have at that rate.
 */
export function checkBitrate(format: AudioFormat, bitrate: string, sampleRate?: number): void {
  const bitsPerSecond = parseBitrate(bitrate);
  if (format === 'mp3') mp3SampleRate(44_100, bitsPerSecond);
  if (format === 'm4b') requireAacBitrate(bitrate, aacSampleRate(sampleRate ?? maxAacSampleRate));
  if (format === 'opus' && bitsPerSecond > maxOpusBitrate) {
    throw invalidValue('bitrate', bitrate, `at most ${maxOpusBitrate / 1000}k for Opus`);
  }
  if (format === 'wav' || format === 'flac') {
    throw invalidValue('bitrate', bitrate, `none for ${format.toUpperCase()}, which is lossless`);
  }
}
