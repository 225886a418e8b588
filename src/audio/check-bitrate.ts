import type { AudioFormat } from './audio-format.ts';
import { parseBitrate } from './encoding/parse-bitrate.ts';
import { requireAacBitrate } from './mp4/m4b-encoding.ts';
import { mp3SampleRate } from './mp3/mp3-sample-rate.ts';

/** Highest sample rate of an AAC encoder here. */
const maxAacSampleRate = 48_000;

/** Checks a bitrate before the sample rate of the speech is known. Throws `bad-value` for one that the format never has. */
export function checkBitrate(format: AudioFormat, bitrate: string): void {
  const bitsPerSecond = parseBitrate(bitrate);
  if (format === 'mp3') mp3SampleRate(44_100, bitsPerSecond);
  if (format === 'm4b') requireAacBitrate(bitrate, maxAacSampleRate);
}
