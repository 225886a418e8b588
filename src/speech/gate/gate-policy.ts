import type { CircuitPolicy } from './circuit-breaker.ts';

/** Limits of a `SpeechGate`. */
export interface GatePolicy {
  readonly circuit: CircuitPolicy;
  /** Time for which the service may be down before the run ends, in milliseconds; Infinity to wait for ever. */
  readonly patienceMs: number;
  /** A run fails for good after more failures than this, when there were also more of them than responses. */
  readonly maxFailures: number;
}

/** Default patience, in milliseconds. */
export const defaultPatienceMs = 300_000;

/** Returns the limits for a patience in milliseconds. Shorter patience probes more often. */
export function gatePolicyFor(patienceMs: number): GatePolicy {
  const maxOpenMs = Math.min(60_000, patienceMs / 5);
  const firstOpenMs = Math.min(2000, maxOpenMs);
  return { circuit: { failuresToOpen: 5, firstOpenMs, maxOpenMs }, patienceMs, maxFailures: 200 };
}
