import { AudiobookError } from '../../core/errors.ts';

/** A service has more to do than it can: it said so, or gave no answer in time. Asking less often helps. */
export class OverloadedError extends AudiobookError {
  constructor(message: string, options: { readonly retryAfterMs?: number; readonly cause?: unknown } = {}) {
    super('provider-failed', message, { ...options, retryable: true });
  }
}
