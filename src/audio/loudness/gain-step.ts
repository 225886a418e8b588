/**
 * The smallest change of level, in decibels, that AAC and MP3 frames allow without encoding them again: their `global_gain`
 * counts quarters of a power of two (ISO 14496-3, 4.6.2; ISO 11172-3, 2.4.3.4).
 */
export const gainStepDb = 5 * Math.log10(2);

/** Returns the factor for the samples that equals a number of steps. */
export function gainOfSteps(steps: number): number {
  return 2 ** (steps / 4);
}

/** Changes the 8-bit gain that begins at the given bit of a frame. */
export function addToGain(frame: Buffer, bit: number, steps: number): void {
  const byte = bit >>> 3;
  const shift = 8 - (bit & 7);
  const word = frame.readUInt16BE(byte);
  const gain = Math.max(0, Math.min(255, ((word >>> shift) & 0xff) + steps));
  frame.writeUInt16BE((word & ~(0xff << shift)) | (gain << shift), byte);
}
