import { deadlineMs } from '../../../src/speech/call/synthesize-in-time.ts';

/** What a run did, and how long it took. */
export interface RunTime {
  readonly seconds: number;
  readonly requests: number;
  /** Requests whose answer had the fault. */
  readonly faults: number;
  /** Whether such an answer never comes to an end. */
  readonly hangs: boolean;
}

/** Waits for a service that the settings of a run allow, in milliseconds. */
export interface Waits {
  /** Longest pause before a request is sent again. */
  readonly maxDelayMs: number;
  /** Time for a short text while answers hang. */
  readonly timeoutMs: number;
  /** Time for which the service may be down. */
  readonly patienceMs: number;
}

/** Returns the waits for a machine on which a run without faults takes so long: its answers must not be late for them. */
export function waitsFor(cleanSeconds: number): Waits {
  const cleanMs = Math.ceil(cleanSeconds * 1000);
  return { maxDelayMs: 50, timeoutMs: Math.max(600, Math.ceil(cleanMs / 4)), patienceMs: Math.max(1500, cleanMs) };
}

/** Longer than any segment of the matrix takes to speak. */
const segmentSeconds = 30;
/** Time that a request may cost, relative to one of a run without faults: answers are compared, and may wait for others. */
const workFactor = 3;
/** Requests, relative to a run without faults: a doubted text is requested up to fifteen times. */
const maxRequests = 15;

/**
 * Returns the longest time that a run may take, in seconds. Its work is measured by a run without faults, so the bound does
 * not depend on the machine; its waits are those that the settings allow.
 */
export function timeBound(clean: RunTime, { requests, faults, hangs }: RunTime): number {
  const share = Math.min(maxRequests, Math.max(1, requests / clean.requests));
  const { maxDelayMs, timeoutMs, patienceMs } = waitsFor(clean.seconds);
  const hungMs = hangs ? deadlineMs(timeoutMs, segmentSeconds) : 0;
  const waitMs = patienceMs + faults * (maxDelayMs + hungMs);
  return clean.seconds * share * workFactor + waitMs / 1000;
}

/** Returns the time after which a run is stopped, in seconds: then it is late, whatever it did. */
export function stopSeconds(clean: RunTime): number {
  return clean.seconds * maxRequests * workFactor + 60;
}

/** Returns why a run took too long, or undefined. */
export function lateness(clean: RunTime, run: RunTime): string | undefined {
  const bound = timeBound(clean, run);
  if (run.seconds <= bound) return undefined;
  return `took ${run.seconds.toFixed(1)} s, longer than ${bound.toFixed(1)} s (${clean.seconds.toFixed(1)} s without faults).`;
}
