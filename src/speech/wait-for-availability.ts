import { throwIfCanceled } from '../core/errors.ts';
import { wait } from '../core/retry.ts';
import type { Availability, SpeechProvider } from './provider.ts';

/** A wait for a provider that is still starting. */
export interface WaitNotice {
  /** Reason for which the provider is not available yet. */
  readonly reason: string;
  /** Start and latest end of the wait, as Unix time in milliseconds. Without an end, it waits for ever. */
  readonly sinceMs: number;
  readonly untilMs?: number | undefined;
}

/** Options of `waitForAvailability`. */
export interface WaitOptions {
  /** Maximum wait, in milliseconds; 0 checks once, Infinity waits for ever. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onWait?: ((notice: WaitNotice) => void) | undefined;
  /** Time between two checks, in milliseconds. Default: 3000. */
  readonly pollMs?: number | undefined;
}

/** Waits for a provider that is still starting and returns its last availability. Throws only `canceled`. */
export async function waitForAvailability(
  provider: Pick<SpeechProvider, 'availability'>,
  { timeoutMs, signal, onWait, pollMs = 3000 }: WaitOptions,
): Promise<Availability> {
  const startedMs = performance.now();
  const sinceMs = Date.now();
  for (;;) {
    const availability = await provider.availability(signal);
    throwIfCanceled(signal);
    const waitedMs = Math.round(performance.now() - startedMs);
    if (availability.available || waitedMs >= timeoutMs) return availability;
    const untilMs = Number.isFinite(timeoutMs) ? sinceMs + timeoutMs : undefined;
    onWait?.({ reason: availability.reason, sinceMs, untilMs });
    await wait(Math.min(pollMs, timeoutMs - waitedMs), signal);
  }
}
