import { throwIfCanceled } from '../core/errors.ts';
import { wait } from '../core/retry.ts';
import type { Availability, SpeechProvider } from './provider.ts';

export interface WaitNotice {
  /** Why the provider is not available yet. */
  readonly reason: string;
  readonly waitedMs: number;
}

export interface WaitOptions {
  /** How long to wait; 0 asks once. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onWait?: (notice: WaitNotice) => void;
  /** Time between two questions. */
  readonly pollMs?: number;
}

/** Waits for a provider that is still starting, telling why before every pause. Answers what was found last; throws only `canceled`. */
export async function waitForAvailability(
  provider: Pick<SpeechProvider, 'availability'>,
  { timeoutMs, signal, onWait, pollMs = 3000 }: WaitOptions,
): Promise<Availability> {
  const startedMs = performance.now();
  for (;;) {
    const availability = await provider.availability(signal);
    throwIfCanceled(signal);
    const waitedMs = Math.round(performance.now() - startedMs);
    if (availability.available || waitedMs >= timeoutMs) return availability;
    onWait?.({ reason: availability.reason, waitedMs });
    await wait(Math.min(pollMs, timeoutMs - waitedMs), signal);
  }
}
