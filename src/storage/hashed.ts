import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { PutObject } from './storage.ts';

/** Content that is counted and hashed while it is read. */
export interface HashedContent {
  readonly content: AsyncIterable<Uint8Array>;
  /** Returns what was read. To be called once, at the end. */
  readonly result: () => PutObject;
}

/** Counts and hashes content while it is read. Reading throws `TypeError` for a stream of anything but bytes. */
export function hashed(content: Uint8Array | Readable): HashedContent {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    const chunks: Iterable<unknown> | AsyncIterable<unknown> = content instanceof Uint8Array ? [content] : content;
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('The content is not bytes.');
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { content: read(), result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
