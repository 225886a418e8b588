import type { CircuitPolicy } from '../../core/gate/circuit-breaker.ts';
import type { SilenceLimits } from './silence.ts';

/** Limits of a `SpeechGate`. */
export interface GatePolicy {
  readonly circuit: CircuitPolicy;
  /** Time for which the service may be down before the run ends, in milliseconds; Infinity to wait for ever. */
  readonly patienceMs: number;
  /** A run fails for good after more failures than this, when there were also more of them than responses. */
  readonly maxFailures: number;
  readonly silence: SilenceLimits;
}

/** Default patience, in milliseconds. */
export const defaultPatienceMs = 300_000;

const silenceNoticeMs = 30_000;
/** A service that hangs from the start is given up within two minutes. */
const firstSilenceMs = 110_000;
const usualTimeoutMs = 60_000;

/** Facts about a provider before a run. */
export interface KnownService {
  /** Its time for a short text, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Whether it has spoken a word before the run. */
  readonly isChecked?: boolean | undefined;
}

/**
 * Returns the limits for a patience in milliseconds. Shorter patience probes more often. A timeout longer than usual is a
 * choice of the user: a service that has not responded yet has two of them.
 */
export function gatePolicyFor(
  patienceMs: number,
  { timeoutMs = usualTimeoutMs, isChecked = false }: KnownService = {},
): GatePolicy {
  const maxOpenMs = Math.min(60_000, patienceMs / 5);
  const firstOpenMs = Math.min(2000, maxOpenMs);
  const firstMaxMs = timeoutMs > usualTimeoutMs ? 2 * timeoutMs : firstSilenceMs;
  const isUnlimited = isChecked || !Number.isFinite(patienceMs);
  return {
    circuit: { failuresToOpen: 5, firstOpenMs, maxOpenMs },
    patienceMs,
    maxFailures: 200,
    silence: {
      noticeMs: silenceNoticeMs,
      maxMs: patienceMs,
      firstMaxMs: isUnlimited ? undefined : firstMaxMs,
    },
  };
}
