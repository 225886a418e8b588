import { AudiobookError } from '../../core/errors.ts';

/** A service is overloaded: it said so, or did not respond in time. Always retryable; fewer requests help. */
export class OverloadedError extends AudiobookError {
  constructor(message: string, options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {}) {
    super('provider-failed', message, { ...options, retryable: true });
  }
}

/** A service reported success, but its audio is damaged, incomplete or does not fit the text. A retry or a shorter text can help. */
export class SpoiledAudioError extends AudiobookError {
  constructor(message: string, options: { readonly retryable?: boolean; readonly cause?: unknown } = {}) {
    super('provider-failed', message, { retryable: true, ...options });
  }
}

/** The service is down for good as far as this run is concerned: no other text can succeed either. */
export class ServiceDownError extends AudiobookError {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('provider-failed', message, options);
  }
}
