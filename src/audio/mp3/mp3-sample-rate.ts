import { invalidValue } from '../../core/errors.ts';

/** Bitrates of each version in kilobits, in the order of the frame header (ISO 11172-3, ISO 13818-3; MPEG 2.5 as in LAME). */
export const mp3Bitrates: Readonly<Record<'mpeg1' | 'mpeg2' | 'mpeg25', readonly number[]>> = {
  mpeg1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  mpeg25: [8, 16, 24, 32, 40, 48, 56, 64],
};

/** Sample rates of each version, in the order of the frame header. */
export const mp3SampleRates: Readonly<Record<keyof typeof mp3Bitrates, readonly number[]>> = {
  mpeg1: [44_100, 48_000, 32_000],
  mpeg2: [22_050, 24_000, 16_000],
  mpeg25: [11_025, 12_000, 8000],
};

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
