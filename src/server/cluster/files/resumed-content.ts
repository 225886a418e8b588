import { addAbortSignal, Readable } from 'node:stream';
import { AudiobookError } from '../../../core/errors.ts';
import { backoffMs, wait } from '../../../core/retry.ts';
import { contentPolicy } from '../../../storage/read-object.ts';
import type { OpenObject, OpenOptions, Storage } from '../../../storage/storage.ts';

/** Options of `resumedContent`: what was opened, and how. */
export interface ResumeOptions extends OpenOptions {
  readonly storage: Storage;
  readonly key: string;
}

/**
 * Returns the content of an object that was opened, which goes on where a connection breaks off: the client that downloads a book through a
 * front notices nothing. Ends with `output-failed` when it goes on no more, or when the object is another one by now.
 */
export function resumedContent(opened: OpenObject, options: ResumeOptions): Readable {
  const { signal, storage, from = 0, to = Infinity } = options;
  const end = Math.min(to, opened.bytes);
  let current = opened.content;
  const content = Readable.from(read(), { objectMode: false });
  // Whoever leaves does not wait for the next part.
  content.once('close', () => current.destroy());
  return addAbortSignal(signal, content);

  async function* read(): AsyncGenerator<Uint8Array> {
    let chunks = current[Symbol.asyncIterator]();
    try {
      // Failures count since the last byte.
      for (let at = from, failed = 0; at < end;) {
        const { chunk, error } = await nextOf(chunks);
        if (content.destroyed) return;
        if (chunk !== undefined) {
          at += chunk.length;
          failed = 0;
          yield chunk;
          continue;
        }
        failed += 1;
        if (failed >= contentPolicy.attempts) throw brokenContent(storage, error);
        await wait(backoffMs(contentPolicy, failed), signal);
        current = await openRest(opened, { ...options, from: at });
        chunks = current[Symbol.asyncIterator]();
      }
    } finally {
      current.destroy();
    }
  }
}

/** Returns the next part of content; none where it ends or breaks off. */
async function nextOf(chunks: AsyncIterator<Uint8Array>): Promise<{ chunk?: Uint8Array; error?: unknown }> {
  try {
    const { done, value } = await chunks.next();
    return done === true ? {} : { chunk: value };
  } catch (error) {
    return { error };
  }
}

async function openRest(
  { bytes, version }: OpenObject,
  { storage, key, ...options }: ResumeOptions,
): Promise<Readable> {
  const rest = await storage.open(key, options);
  if (rest?.bytes === bytes && rest.version === version) return rest.content;
  rest?.content.destroy();
  throw brokenContent(storage);
}

/** Returns the error for content that broke off. */
export function brokenContent({ address }: Storage, cause?: unknown): AudiobookError {
  const message = `The storage ${address} cannot be used: a file broke off while it was read.`;
  return new AudiobookError('output-failed', message, { cause, retryable: true });
}
