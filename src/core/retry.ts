import { setTimeout as delay } from 'node:timers/promises';
import { canceled, throwIfCanceled, toAudiobookError } from './errors.ts';
import type { AudiobookError } from './errors.ts';

export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

export interface RetryNotice {
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: AudiobookError;
}

/** Calls `work` until it succeeds, throws something that a retry cannot help, or the attempts are used up; then the last error is thrown. */
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

/** Exponential backoff with full jitter, never less than what the other side asked for, never more than the cap. */
export function backoffMs(policy: RetryPolicy, attempt: number, retryAfterMs = 0): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
  return Math.min(policy.maxDelayMs, Math.max(retryAfterMs, Math.random() * ceiling));
}

/** Waits, or throws `canceled` as soon as the signal says so. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    throw canceled(signal);
  }
}
