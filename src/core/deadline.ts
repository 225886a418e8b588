import { canceled, throwIfCanceled } from './errors.ts';
import type { AudiobookError } from './errors.ts';

/** Options of `withDeadline`. */
export interface Deadline {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Returns the error to throw when the time is up. */
  readonly timeoutError: () => AudiobookError;
}

/**
 * Runs `work` with a signal that fires when the caller's does or the time is up, and ends then even when the work ignores it.
 * `restart` begins the time anew: called at every sign of life, the deadline limits silence instead of the whole work.
 * Throws the `timeoutError`, or `canceled` after an abort.
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal, restart: () => void) => Promise<T>,
  deadline: Deadline,
): Promise<T> {
  const { ms, signal, timeoutError } = deadline;
  throwIfCanceled(signal);
  const controller = new AbortController();
  const forward = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', forward, { once: true });
  const timer = setTimeout(() => controller.abort(timeoutError()), ms);
  try {
    return await untilAborted(
      work(controller.signal, () => void timer.refresh()),
      controller.signal,
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', forward);
  }
}

/** Waits for a promise until the signal fires. Then throws the signal's error or `canceled`. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(canceled(signal));
    const settle = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    promise.finally(settle).then(resolve, reject);
  });
}
