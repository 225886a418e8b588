import type { Response } from 'express';
import { AudiobookError } from '../../core/errors.ts';

/** Aborted when the caller hangs up, or after so many milliseconds. */
export function callerSignal(response: Response, timeoutMs: number): AbortSignal {
  const controller = new AbortController();
  const stop = (error: AudiobookError): void => controller.abort(error);
  const timer = setTimeout(() => stop(new AudiobookError('provider-unavailable', 'It took too long.')), timeoutMs);
  response.once('close', () => {
    clearTimeout(timer);
    stop(new AudiobookError('canceled', 'The caller hung up.'));
  });
  return controller.signal;
}
