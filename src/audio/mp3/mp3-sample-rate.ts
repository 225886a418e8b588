import { invalidValue } from '../../core/errors.ts';

const kbitRates: Record<'mpeg1' | 'mpeg2' | 'mpeg25', readonly number[]> = {
  mpeg1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  mpeg25: [8, 16, 24, 32, 40, 48, 56, 64],
};

/** Bitrates that MP3 allows at each sample rate (ISO 11172-3, ISO 13818-3; MPEG 2.5 as in LAME). */
const bitratesBySampleRate: ReadonlyMap<number, readonly number[]> = new Map([
  [48_000, kbitRates.mpeg1],
  [44_100, kbitRates.mpeg1],
  [32_000, kbitRates.mpeg1],
  [24_000, kbitRates.mpeg2],
  [22_050, kbitRates.mpeg2],
  [16_000, kbitRates.mpeg2],
  [12_000, kbitRates.mpeg25],
  [11_025, kbitRates.mpeg25],
  [8000, kbitRates.mpeg25],
]);

/**
 * Returns the sample rate at which MP3 allows `bitrate` (bits per second): that of the source if possible, otherwise the
 * lowest common one. LAME would silently use a lower bitrate: 160k instead of 192k at 24 kHz. Throws `bad-value`.
 */
export function mp3SampleRate(sourceRate: number, bitrate: number): number {
  const rate = [sourceRate, 24_000, 44_100].find((candidate) =>
    bitratesBySampleRate.get(candidate)?.includes(bitrate / 1000),
  );
  if (rate !== undefined) return rate;
  const known = [...new Set([...kbitRates.mpeg2, ...kbitRates.mpeg1])].toSorted((a, b) => a - b);
  throw invalidValue('bitrate', `${bitrate / 1000}k`, `one that MP3 has: ${known.join('k, ')}k`);
}
