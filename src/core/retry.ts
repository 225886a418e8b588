import { setTimeout as delay } from 'node:timers/promises';
import { canceled, throwIfCanceled, toAudiobookError } from './errors.ts';
import type { AudiobookError } from './errors.ts';

/** Number and delays of attempts. */
export interface RetryPolicy {
  /** Number of attempts, the first included. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

/** A failed attempt that is followed by another one. */
export interface RetryNotice {
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: AudiobookError;
}

/** Calls `work` until it succeeds. Throws its last error when that is not retryable or the attempts are used up. */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry?: (notice: RetryNotice) => void,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    throwIfCanceled(signal);
    try {
      return await work(attempt);
    } catch (thrown) {
      throwIfCanceled(signal);
      const error = toAudiobookError(thrown);
      if (!error.retryable || attempt >= policy.attempts) throw error;
      const delayMs = backoffMs(policy, attempt, error.retryAfterMs);
      onRetry?.({ attempt, delayMs, error });
      await wait(delayMs, signal);
    }
  }
}

/** Returns the delay of exponential backoff with full jitter: at least what the service asked for, at most `maxDelayMs`. */
export function backoffMs(policy: RetryPolicy, attempt: number, retryAfterMs = 0): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
  return Math.min(policy.maxDelayMs, Math.max(retryAfterMs, Math.random() * ceiling));
}

/** Waits. Throws `canceled` as soon as the signal fires. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    throw canceled(signal);
  }
}
