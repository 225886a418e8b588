import { invalidValue } from '../../core/errors.ts';
import { mp3Bitrates, mp3SampleRates } from '../../core/file-format.ts';

/**
 * Returns the sample rate at which MP3 allows `bitrate` (bits per second): that of the source if possible, otherwise the
 * lowest common one. LAME would silently use a lower bitrate: 160k instead of 192k at 24 kHz. Throws `bad-value`.
 */
export function mp3SampleRate(sourceRate: number, bitrate: number): number {
  const rate = [sourceRate, 24_000, 44_100].find((candidate) => bitratesAt(candidate).includes(bitrate / 1000));
  if (rate !== undefined) return rate;
  const known = [...new Set([...mp3Bitrates.mpeg2, ...mp3Bitrates.mpeg1])].toSorted((a, b) => a - b);
  throw invalidValue('bitrate', `${bitrate / 1000}k`, `one that MP3 has: ${known.join('k, ')}k`);
}

function bitratesAt(sampleRate: number): readonly number[] {
  const versions = ['mpeg1', 'mpeg2', 'mpeg25'] as const;
  const version = versions.find((name) => mp3SampleRates[name].includes(sampleRate));
  return version === undefined ? [] : mp3Bitrates[version];
}
