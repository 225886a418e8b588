import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import type { EncodedPart } from '../encoding/parts/encoded-part.ts';

/** Hashes the bare AAC frames of each part while they are written. */
export class AacPartHashes {
  readonly #parts: { readonly hash: Hash; frames: number }[] = [];

  /** Adds the next frames, of a part that is counted from 0. */
  add(part: number, frames: number, bytes: Buffer): void {
    const hashed = (this.#parts[part] ??= { hash: createHash('sha256'), frames: 0 });
    hashed.hash.update(bytes);
    hashed.frames += frames;
  }

  /** Returns where the parts are, counted from the first frame. Call it once, with the sizes of all frames. */
  parts(sizes: Uint16Array): readonly Omit<EncodedPart, 'key'>[] {
    let frame = 0;
    return this.#parts.map(({ hash, frames }) => {
      const first = frame;
      frame += frames;
      return { frame: first, frames, sha256: withSizes(hash, sizes.subarray(first, frame)) };
    });
  }
}

/** Returns what `AacPartHashes` gives for frames. */
export function aacPartSha256(bytes: Buffer, sizes: Uint16Array): string {
  return withSizes(createHash('sha256').update(bytes), sizes);
}

function withSizes(hash: Hash, sizes: Uint16Array): string {
  return hash.update(JSON.stringify([...sizes])).digest('hex');
}
