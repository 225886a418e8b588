import { invalidValue } from '../../core/errors.ts';

/** Returns the bits per second of a bitrate such as `192k` or `192000`. Throws `bad-value`. */
export function parseBitrate(text: string): number {
  const match = /^(\d{1,4})k$|^(\d{4,7})$/u.exec(text.trim().toLowerCase());
  const bits = match?.[1] === undefined ? Number(match?.[2]) : Number(match[1]) * 1000;
  if (Number.isNaN(bits) || bits < 8000 || bits > 512_000) {
    throw invalidValue('bitrate', text, '8k to 512k, for example 192k');
  }
  return bits;
}
