import type { IncomingMessage } from 'node:http';
import { RequestError } from '../../errors/request-error.ts';

/** A watch over a request body. */
export interface UploadWatch {
  /** Rejects when the body is too large, too slow or cut off. Never resolves. */
  readonly broken: Promise<never>;
  /** Ends the watch. */
  stop(): void;
}

/** Limits of a request body, in bytes and milliseconds. */
export interface UploadLimits {
  readonly maxBytes: number;
  readonly uploadIdleMs: number;
  readonly uploadMs: number;
}

/** Bytes that must arrive in each idle period. A slower client only holds the connection. */
const minBytes = 4096;

/** Watches a request body: at most `maxBytes` in `uploadMs`, at least a few kilobytes per `uploadIdleMs`. */
export function watchUpload(request: IncomingMessage, { maxBytes, uploadIdleMs, uploadMs }: UploadLimits): UploadWatch {
  const watched = new AbortController();
  const broken = new Promise<never>((_resolve, reject) => {
    let received = 0;
    let before = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > maxBytes) {
        reject(new RequestError('upload-too-large', `The form is too large. The limit is ${maxBytes / 1e6} MB.`));
      }
    };
    const timer = setInterval(() => {
      const arrived = received - before;
      before = received;
      if (arrived < minBytes) reject(new RequestError('too-slow', 'The upload stalled. Send it again.'));
    }, uploadIdleMs);
    const deadline = setTimeout(
      () => reject(new RequestError('too-slow', `The upload took longer than ${uploadMs / 60_000} minutes.`)),
      uploadMs,
    );
    // A request that arrived whole is cut off, too, when its caller leaves before all of it was read: no more of it comes.
    const closed = (): void => {
      if (!request.readableEnded) reject(new RequestError('malformed', 'The upload was cut off.'));
    };
    request.on('data', count).once('close', closed);
    // A caller that left before the watch began closes nothing any more.
    if (request.destroyed) closed();
    watched.signal.addEventListener('abort', () => {
      clearInterval(timer);
      clearTimeout(deadline);
      request.off('data', count).off('close', closed);
    });
  });
  // A rejection after the upload must not end the process; awaiting `broken` still throws.
  broken.catch(() => undefined);
  return { broken, stop: () => watched.abort() };
}
