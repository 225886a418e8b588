import { addToGain } from '../loudness/gain-step.ts';

const singleChannelElement = 0;
const fillElement = 6;

/** Changes the gain of a bare AAC-LC frame of one channel, which is one number (ISO 14496-3, table 4.3 and following). */
export function changeAacGain(frame: Buffer, steps: number): void {
  let bit = 0;
  // The encoder puts its name into a fill element at the start of the first frame.
  while (read(frame, bit, 3) === fillElement) bit = endOfFill(frame, bit);
  // Three bits of element id and four of instance tag.
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
