import type { ProgressEvent } from '../progress.ts';

/** A clock of the time in which a conversion works. */
export interface WorkingClock {
  readonly count: (event: ProgressEvent) => void;
  /** Returns the milliseconds of work since the plan was made. */
  readonly ms: () => number;
  /** Returns the rest of a pause that the provider asked for, in milliseconds. */
  readonly pauseMs: () => number;
}

/**
 * Returns a clock that starts with the plan. It stands still while the provider is down, and during pauses that it asks for.
 * `now` is a clock in milliseconds.
 */
export function workingClock(now: () => number): WorkingClock {
  let readMs = now();
  let workedMs = 0;
  let pausedUntilMs = -Infinity;
  let isWaiting = false;
  const ms = (): number => {
    const nowMs = now();
    if (!isWaiting) workedMs += Math.max(0, nowMs - Math.max(readMs, pausedUntilMs));
    readMs = nowMs;
    return workedMs;
  };
  return {
    count(event) {
      ms();
      if (event.type === 'plan-made') [workedMs, isWaiting] = [0, false];
      if (event.type === 'provider-wait') isWaiting = true;
      if (event.type === 'provider-ready') isWaiting = false;
      if (event.type === 'provider-pause') pausedUntilMs = Math.max(pausedUntilMs, readMs + event.pauseMs);
    },
    ms,
    pauseMs: () => Math.max(0, pausedUntilMs - now()),
  };
}
