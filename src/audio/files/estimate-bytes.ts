import type { AudioFormat } from '../audio-format.ts';
import { defaultOpusBitrate } from '../ogg/opus-encoding.ts';
import { parseBitrate } from '../encoding/parse-bitrate.ts';
import { defaultMp3Bitrate } from '../mp3/mp3-encoding.ts';
import { defaultM4bBitrate } from '../mp4/aac-limits.ts';

/** The usual sample rate of speech, in bytes per second of uncompressed audio. */
export const wavBytesPerSecond = 22_050 * 2;

/** FLAC makes speech about half as large. */
const flacShare = 0.5;

const defaultBitrates = { mp3: defaultMp3Bitrate, m4b: defaultM4bBitrate, opus: defaultOpusBitrate } as const;

/** Returns how many bytes the audio of a book takes, about. */
export function estimateBytes(format: AudioFormat, seconds: number, bitrate?: string): number {
  if (format === 'wav') return seconds * wavBytesPerSecond;
  if (format === 'flac') return seconds * wavBytesPerSecond * flacShare;
  return (seconds * parseBitrate(bitrate ?? defaultBitrates[format])) / 8;
}
