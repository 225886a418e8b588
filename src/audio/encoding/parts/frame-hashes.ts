import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';

/** Returns the SHA-256 of frames, hex. */
export function framesSha256(frames: readonly Buffer[]): string {
  return hashFrames(createHash('sha256'), frames).digest('hex');
}

/** Adds frames to the hash of a part: each is led by its length. */
export function hashFrames(hash: Hash, frames: readonly Buffer[]): Hash {
  for (const frame of frames) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(frame.length);
    hash.update(length).update(frame);
  }
  return hash;
}
