import { AudiobookError } from '../../../core/errors.ts';
import type { LoadFailure } from './engine-protocol.ts';

/** Returns the error for a model that was not loaded. `said` is what the engine wrote; it goes into the cause only. */
export function loadError({ loadFailure, fault }: LoadFailure, said: string): AudiobookError {
  const cause = new Error(said === '' ? loadFailure : said);
  const [reason = ''] = loadFailure.split('\n');
  return fault === 'engine'
    ? new AudiobookError('provider-unavailable', `The engine of the natural voices is missing: ${reason}.`, { cause })
    : new AudiobookError('provider-failed', `The voice cannot be loaded: ${reason}.`, {
        cause,
        retryable: fault === 'process',
      });
}
