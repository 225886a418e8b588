import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { EncodedPart } from './encoded-part.ts';

/** Hashes the frames of each part while they are written. */
export class FrameHashes {
  readonly #parts: { readonly hash: Hash; frames: number }[] = [];

  /** Adds the next frames, of a part that is counted from 0. */
  add(part: number, frames: readonly Buffer[]): void {
    const hashed = (this.#parts[part] ??= { hash: createHash('sha256'), frames: 0 });
    addFrames(hashed.hash, frames);
    hashed.frames += frames.length;
  }

  /** Returns where the parts are, counted from the first frame. Call it once, after the last frame. */
  parts(): readonly Omit<EncodedPart, 'key'>[] {
    let frame = 0;
    return this.#parts.map(({ hash, frames }) => {
      frame += frames;
      return { frame: frame - frames, frames, sha256: hash.digest('hex') };
    });
  }
}

/** Returns what `FrameHashes` gives for the frames of a part. */
export function framesSha256(frames: readonly Buffer[]): string {
  const hash = createHash('sha256');
  addFrames(hash, frames);
  return hash.digest('hex');
}

/** Each frame is led by its length. */
function addFrames(hash: Hash, frames: readonly Buffer[]): void {
  for (const frame of frames) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(frame.length);
    hash.update(length).update(frame);
  }
}
