import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { throwIfCanceled } from '../../core/errors.ts';
import { outputError } from '../../core/files/output-error.ts';
import type { AtomicFile } from '../../core/files/atomic-file.ts';

/** The file to copy. */
export interface Body {
  readonly path: string;
  /** Bytes to copy, without `end`. Default: the whole file. */
  readonly range?: readonly [first: number, end: number] | undefined;
  /** Changes the bytes on their way. Default: they are copied. */
  readonly through?: ((chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>) | undefined;
}

const copyBytes = 1024 * 1024;

/** Writes `head` and then the bytes of another file to `file`. */
export async function joinFile(file: AtomicFile, head: Uint8Array, body: Body, signal: AbortSignal): Promise<void> {
  const [start, end] = body.range ?? [0, Infinity];
  try {
    await pipeline(
      async function* parts() {
        yield head;
        if (end <= start) return;
        const chunks = createReadStream(body.path, { start, end: end - 1, highWaterMark: copyBytes });
        yield* body.through?.(chunks) ?? chunks;
      },
      createWriteStream(file.path),
      { signal },
    );
  } catch (thrown) {
    throwIfCanceled(signal);
    throw outputError(thrown, file.target);
  }
}
