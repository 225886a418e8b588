import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { EncodedPart } from './encoded-part.ts';

/** Hashes the frames of each part while they are written. */
export class FrameHashes {
  readonly #parts: Omit<EncodedPart, 'key'>[] = [];
  #hash = createHash('sha256');
  #frame = 0;
  #frames = 0;

  /** Adds the next frames of a part. */
  add(frames: readonly Buffer[]): void {
    addFrames(this.#hash, frames);
    this.#frames += frames.length;
  }

  /** Ends a part. */
  endPart(): void {
    this.#parts.push({ frame: this.#frame, frames: this.#frames, sha256: this.#hash.digest('hex') });
    this.#hash = createHash('sha256');
    this.#frame += this.#frames;
    this.#frames = 0;
  }

  /** Returns where the parts are that were ended, counted from the first frame. */
  parts(): readonly Omit<EncodedPart, 'key'>[] {
    return this.#parts;
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
