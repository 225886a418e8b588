import type { IncomingMessage } from 'node:http';
import { RequestError } from '../errors/request-error.ts';

/** A body that is being received. */
export interface UploadWatch {
  /** Rejects when the body is too large or comes too slowly; never resolves. */
  readonly broken: Promise<never>;
  /** Ends the watch. */
  stop(): void;
}

/** Bytes that must come in each idle period: less is somebody who holds the connection, not somebody who sends a book. */
const leastBytes = 4096;

/** Watches the body of a request: no more than `mostBytes`, never slower than a few kilobytes each `uploadIdleMs`. */
export function watchUpload(
  request: IncomingMessage,
  { mostBytes, uploadIdleMs }: { readonly mostBytes: number; readonly uploadIdleMs: number },
): UploadWatch {
  const watched = new AbortController();
  const broken = new Promise<never>((_resolve, reject) => {
    let received = 0;
    let before = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > mostBytes) {
        reject(new RequestError('upload-too-large', `The form is too large; at most ${mostBytes / 1e6} MB are taken.`));
      }
    };
    const timer = setInterval(() => {
      const came = received - before;
      before = received;
      if (came < leastBytes) reject(new RequestError('too-slow', 'The upload did not get on; send it again.'));
    }, uploadIdleMs);
    const closed = (): void => {
      if (!request.complete) reject(new RequestError('malformed', 'The upload was cut off.'));
    };
    request.on('data', count).once('close', closed);
    watched.signal.addEventListener('abort', () => {
      clearInterval(timer);
      request.off('data', count).off('close', closed);
    });
  });
  // Whoever waits hears of it; a rejection after that must not end the process.
  broken.catch(() => undefined);
  return { broken, stop: () => watched.abort() };
}
