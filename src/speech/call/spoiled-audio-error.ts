import { AudiobookError } from '../../core/errors.ts';

/** A service answered with success, but not with whole audio. Asking again can help; asking for less text, too. */
export class SpoiledAudioError extends AudiobookError {
  constructor(message: string, options: { readonly retryable?: boolean; readonly cause?: unknown } = {}) {
    super('provider-failed', message, { retryable: true, ...options });
  }
}
