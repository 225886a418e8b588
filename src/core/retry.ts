import { setTimeout as delay } from 'node:timers/promises';
import { asSentence } from './strings/as-sentence.ts';
import { AudiobookError, canceled, throwIfCanceled, toAudiobookError } from './errors.ts';
import { formatDuration } from './strings/format-duration.ts';

/** Number and delays of attempts. */
export interface RetryPolicy {
  /** Number of attempts, the first included. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** No further attempt begins when the attempts have taken this long, in milliseconds. Delays do not count. Default: no limit. */
  readonly maxAttemptsMs?: number | undefined;
}

/** A failed attempt that is followed by another one. */
export interface RetryNotice {
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: AudiobookError;
}

/** Longest pause that a service can ask for and that is waited for, in milliseconds. */
export const longestPauseMs = 600_000;

/**
 * Calls `work` until it succeeds. Throws its last error when that is not retryable, the attempts are used up, or the service
 * asks for a delay of more than ten minutes.
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry?: (notice: RetryNotice) => void,
): Promise<T> {
  let attemptsMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    throwIfCanceled(signal);
    const startedMs = performance.now();
    try {
      return await work(attempt);
    } catch (thrown) {
      throwIfCanceled(signal);
      const error = toAudiobookError(thrown);
      attemptsMs += performance.now() - startedMs;
      const isLast = attempt >= policy.attempts || attemptsMs >= (policy.maxAttemptsMs ?? Infinity);
      if (!error.retryable || isLast) throw error;
      if (isPauseTooLong(error)) throw new AudiobookError(error.code, pauseTooLongMessage(error), { cause: error });
      const delayMs = backoffMs(policy, attempt, error.retryAfterMs);
      onRetry?.({ attempt, delayMs, error });
      await wait(delayMs, signal);
    }
  }
}

/** Returns the delay of exponential backoff with full jitter, at most `maxDelayMs`, or what the service asked for if that is longer. */
export function backoffMs(policy: RetryPolicy, attempt: number, retryAfterMs = 0): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
  return Math.max(Math.min(retryAfterMs, longestPauseMs), Math.random() * ceiling);
}

/** Reports whether a service asks for a delay of more than ten minutes, which is not waited for. */
export function isPauseTooLong({ retryAfterMs = 0 }: AudiobookError): boolean {
  return retryAfterMs > longestPauseMs;
}

/** Returns the message of an error whose delay is too long. */
export function pauseTooLongMessage({ message, retryAfterMs = 0 }: AudiobookError): string {
  const [asked, max] = [retryAfterMs, longestPauseMs].map((ms) => formatDuration(ms / 1000));
  return `${asSentence(message)} The service asks to wait for ${asked}, longer than the ${max} that are waited for.`;
}

/** Waits. Throws `canceled` as soon as the signal fires. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch {
    throw canceled(signal);
  }
}
