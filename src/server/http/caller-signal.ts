import type { Response } from 'express';
import { AudiobookError } from '../../core/errors.ts';

/** Returns a signal that is aborted when the caller disconnects or the timeout has passed. */
export function callerSignal(response: Response, timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const stop = (error: AudiobookError): void => controller.abort(error);
  const timer = setTimeout(() => stop(new AudiobookError('provider-unavailable', 'The request timed out.')), timeoutMs);
  response.once('close', () => {
    clearTimeout(timer);
    stop(new AudiobookError('canceled', 'The caller disconnected.'));
  });
  return controller.signal;
}
