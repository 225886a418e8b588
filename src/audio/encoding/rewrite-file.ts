import { open } from 'node:fs/promises';
import { AudiobookError, throwIfCanceled } from '../../core/errors.ts';
import { outputError } from '../../core/files/output-error.ts';
import type { AtomicFile } from '../../core/files/atomic-file.ts';

const windowBytes = 1024 * 1024;

/**
 * Changes a file in place, one window at a time. `change` gets the next bytes and returns how many of them, from the first,
 * it has processed. It gets the others again, with more after them. Throws `media-failed` when it processes none.
 */
export async function rewriteFile(
  file: AtomicFile,
  change: (bytes: Buffer) => number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await using handle = await open(file.path, 'r+');
    const window = Buffer.alloc(windowBytes);
    const { size } = await handle.stat();
    for (let position = 0, done = 0; position < size; position += done) {
      throwIfCanceled(signal);
      const { bytesRead } = await handle.read(window, 0, windowBytes, position);
      done = change(window.subarray(0, bytesRead));
      if (done === 0) throw new AudiobookError('media-failed', `The encoded audio for ${file.target} is damaged.`);
      for (let written = 0; written < done;) {
        written += (await handle.write(window, written, done - written, position + written)).bytesWritten;
      }
    }
  } catch (thrown) {
    throwIfCanceled(signal);
    throw outputError(thrown, file.target);
  }
}
