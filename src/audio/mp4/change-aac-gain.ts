import { addToGain } from '../loudness/gain-step.ts';

const singleChannelElement = 0;
const fillElement = 6;

/** Makes a bare AAC-LC frame of one channel louder or quieter (ISO 14496-3, table 4.3 and on): its level is one number. */
export function changeAacGain(frame: Buffer, steps: number): void {
  let bit = 0;
  // The encoder signs its first frame in a fill element before the sound.
  while (read(frame, bit, 3) === fillElement) bit = endOfFill(frame, bit);
  // Three bits of kind and four of instance.
  if (read(frame, bit, 3) === singleChannelElement) addToGain(frame, bit + 7, steps);
}

function endOfFill(frame: Buffer, start: number): number {
  const count = read(frame, start + 3, 4);
  return count === 15 ? start + 15 + (14 + read(frame, start + 7, 8)) * 8 : start + 7 + count * 8;
}

function read(frame: Buffer, bit: number, count: number): number {
  let value = 0;
  for (let at = bit; at < bit + count; at += 1)
    value = (value << 1) | (((frame[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1);
  return value;
}
