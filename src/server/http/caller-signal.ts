import type { ServerResponse } from 'node:http';
import { AudiobookError } from '../../core/errors.ts';

/** Returns a signal that is aborted when the caller disconnects or the timeout has passed. */
export function callerSignal(response: ServerResponse, timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const stop = (error: AudiobookError): void => controller.abort(error);
  const timer = setTimeout(() => stop(new AudiobookError('provider-unavailable', 'The request timed out.')), timeoutMs);
  const closed = (): void => {
    clearTimeout(timer);
    stop(new AudiobookError('canceled', 'The caller disconnected.'));
  };
  response.once('close', closed);
  // A caller may leave while its book is still written to disk.
  if (response.destroyed) closed();
  return controller.signal;
}
