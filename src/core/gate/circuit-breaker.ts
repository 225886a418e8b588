/** Limits of a `CircuitBreaker`. */
export interface CircuitPolicy {
  /** Failures in a row that open the circuit. Two are enough when they are `maxOpenMs` apart. */
  readonly failuresToOpen: number;
  /** Time for which it stays open at first, in milliseconds. Doubles with every failed probe. */
  readonly firstOpenMs: number;
  readonly maxOpenMs: number;
}

/** Kind of a request: a probe is the only request while the circuit is open. */
export type RequestKind = 'regular' | 'probe';

/** Times of a failure, in milliseconds. */
export interface FailureTimes {
  /** Pause that the service demanded. */
  readonly pauseMs?: number | undefined;
  /** Since when the service has not responded. Default: the time of the failure. */
  readonly sinceMs?: number | undefined;
}

/** A service that demands a pause of at least this length is down. */
const longPauseMs = 10_000;

/**
 * Holds requests back from a service that is down. Opens after failures in a row, lets one probe through after a while,
 * and closes when it succeeds.
 */
export class CircuitBreaker {
  readonly #policy: CircuitPolicy;
  #failures = 0;
  #openings = 0;
  #openUntilMs = 0;
  #probing = false;
  #failingSinceMs: number | undefined;

  constructor(policy: CircuitPolicy) {
    this.#policy = policy;
  }

  /** Whether the service is down. */
  get isOpen(): boolean {
    return this.#openings > 0;
  }

  /** Returns how long to wait before the next request, in milliseconds: 0 when closed, Infinity while a probe is in flight. */
  waitMs(nowMs: number): number {
    if (!this.isOpen) return 0;
    return this.#probing ? Infinity : Math.max(0, this.#openUntilMs - nowMs);
  }

  /** Records the start of a request and returns its kind, which the caller passes on with the outcome. */
  onStart(): RequestKind {
    this.#probing = this.isOpen;
    return this.#probing ? 'probe' : 'regular';
  }

  /** Records that the service responded, whatever the response. Closes the circuit. */
  onResponse(): void {
    this.#failures = 0;
    this.#openings = 0;
    this.#probing = false;
    this.#failingSinceMs = undefined;
  }

  /** Records that the service failed or did not respond. */
  onFailure(kind: RequestKind, nowMs: number, { pauseMs = 0, sinceMs = nowMs }: FailureTimes = {}): void {
    this.#failures += 1;
    this.#failingSinceMs ??= sinceMs;
    if (kind === 'probe') this.#probing = false;
    else if (this.isOpen || !this.#isDown(nowMs - this.#failingSinceMs, pauseMs)) return;
    const openMs = Math.min(this.#policy.maxOpenMs, this.#policy.firstOpenMs * 2 ** this.#openings);
    this.#openUntilMs = nowMs + Math.max(pauseMs, openMs);
    this.#openings += 1;
  }

  /** Records that a request was aborted before its outcome was known. */
  onAbort(kind: RequestKind): void {
    if (kind === 'probe') this.#probing = false;
  }

  #isDown(failingMs: number, pauseMs: number): boolean {
    if (pauseMs >= longPauseMs || this.#failures >= this.#policy.failuresToOpen) return true;
    // Requests that hang fail so slowly that many in a row take too long.
    return this.#failures > 1 && failingMs >= this.#policy.maxOpenMs;
  }
}
