/**
 * The finest change of level that AAC and MP3 frames take without being encoded again: their `global_gain` counts quarters of
 * a power of two (ISO 14496-3, 4.6.2; ISO 11172-3, 2.4.3.4). In decibels.
 */
export const gainStepDb = 5 * Math.log10(2);

/** How many times as loud so many steps make a sound. */
export function gainOfSteps(steps: number): number {
  return 2 ** (steps / 4);
}

/** Changes a gain of eight bits that begin at any bit of a frame. */
export function addToGain(frame: Buffer, bit: number, steps: number): void {
  const byte = bit >>> 3;
  const shift = 8 - (bit & 7);
  const word = frame.readUInt16BE(byte);
  const gain = Math.max(0, Math.min(255, ((word >>> shift) & 0xff) + steps));
  frame.writeUInt16BE((word & ~(0xff << shift)) | (gain << shift), byte);
}
