import { withDeadline } from '../core/deadline.ts';
import { AudiobookError } from '../core/errors.ts';
import { retry } from '../core/retry.ts';
import type { Storage } from './storage.ts';

/** Options of `readObject`. */
export interface ReadObjectOptions {
  readonly signal: AbortSignal;
  /** Reads at most this much of an object. */
  readonly maxBytes: number;
  /** Longest wait for a part of the content, in milliseconds. Default: 20 seconds. */
  readonly silenceMs?: number | undefined;
}

/** Attempts to read content that breaks off. The storage tries its requests again itself. */
export const contentPolicy = { attempts: 4, firstDelayMs: 200, maxDelayMs: 2000 };

/** Reads a small object into memory. Returns undefined when there is none. Throws as `Storage` does. */
export async function readObject(
  storage: Storage,
  key: string,
  { signal, maxBytes, silenceMs = 20_000 }: ReadObjectOptions,
): Promise<Buffer | undefined> {
  const broken = (cause?: unknown): AudiobookError => {
    const message = `The storage ${storage.address} cannot be used: an object broke off while it was read.`;
    return new AudiobookError('output-failed', message, { cause, retryable: true });
  };
  const read = async (): Promise<Buffer | undefined> => {
    const opened = await storage.open(key, { signal, to: maxBytes });
    if (!opened) return undefined;
    const collect = async (stop: AbortSignal, restart: () => void): Promise<Buffer> => {
      stop.addEventListener('abort', () => opened.content.destroy(), { once: true });
      const chunks: Uint8Array[] = [];
      for await (const chunk of opened.content) {
        restart();
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    };
    const bytes = await withDeadline(collect, { ms: silenceMs, signal, timeoutError: broken }).catch(
      (thrown: unknown) => {
        throw thrown instanceof AudiobookError ? thrown : broken(thrown);
      },
    );
    if (bytes.length !== Math.min(opened.bytes, maxBytes)) throw broken();
    return bytes;
  };
  return await retry(read, contentPolicy, signal);
}
