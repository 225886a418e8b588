import { canceled, throwIfCanceled } from './errors.ts';
import type { AudiobookError } from './errors.ts';

export interface Deadline {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** The error of a time that is up. */
  readonly timeoutError: () => AudiobookError;
}

/**
 * Runs `work` with a signal that fires when the caller's does or when the time is up, and ends then, even when the
 * work does not listen. Time up throws what `timeUp` gives, an abort is `canceled`.
 */
export async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>, deadline: Deadline): Promise<T> {
  const { ms, signal, timeoutError: timeUp } = deadline;
  throwIfCanceled(signal);
  const controller = new AbortController();
  const passOn = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', passOn, { once: true });
  const timer = setTimeout(() => controller.abort(timeUp()), ms);
  try {
    return await untilAborted(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', passOn);
  }
}

/** Waits for a promise, but no longer than the signal allows: then throws what the signal stands for. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(canceled(signal));
    const settle = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    promise.finally(settle).then(resolve, reject);
  });
}
