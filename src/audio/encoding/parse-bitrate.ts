import { AudiobookError } from '../../core/errors.ts';

/** Bits a second of a bitrate as people write it: `192k`, `192000`, `192 kbit/s` is not one. Throws `bad-value`. */
export function parseBitrate(text: string): number {
  const match = /^(\d{1,4})k$|^(\d{4,7})$/u.exec(text.trim().toLowerCase());
  const bits = match?.[1] === undefined ? Number(match?.[2]) : Number(match[1]) * 1000;
  if (Number.isNaN(bits) || bits < 8000 || bits > 512_000) {
    throw new AudiobookError('bad-value', `Bitrate '${text}' is not one: wanted from 8k to 512k, like 192k.`);
  }
  return bits;
}
