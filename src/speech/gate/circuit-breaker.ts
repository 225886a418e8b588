export interface CircuitPolicy {
  /** Failures in a row that open the circuit. */
  readonly failuresToOpen: number;
  /** How long it stays open the first time; doubles with every probe that fails. */
  readonly firstOpenMs: number;
  readonly maxOpenMs: number;
}

/** Keeps a service that is down from being asked by everyone: opens after failures in a row, lets one probe through after a while, closes when it succeeds. */
export class CircuitBreaker {
  readonly #policy: CircuitPolicy;
  #failures = 0;
  #openings = 0;
  #openUntilMs = 0;
  #probing = false;

  constructor(policy: CircuitPolicy) {
    this.#policy = policy;
  }

  /** How long to wait before the next request, in milliseconds: 0 is go, Infinity is until the probe that is out has come back. */
  waitMs(nowMs: number): number {
    if (this.#openings === 0) return 0;
    return this.#probing ? Infinity : Math.max(0, this.#openUntilMs - nowMs);
  }

  /** A request goes out; tells whether it is the probe, to be handed back with its outcome. */
  onStart(): boolean {
    this.#probing = this.#openings > 0;
    return this.#probing;
  }

  /** The service answered, whatever it said. */
  onAnswer(): void {
    this.#failures = 0;
    this.#openings = 0;
    this.#probing = false;
  }

  /** The service did not answer, or only that it cannot. */
  onFailure(nowMs: number, probe: boolean): void {
    this.#failures += 1;
    if (probe) this.#probing = false;
    else if (this.#openings > 0 || this.#failures < this.#policy.failuresToOpen) return;
    this.#openUntilMs = nowMs + Math.min(this.#policy.maxOpenMs, this.#policy.firstOpenMs * 2 ** this.#openings);
    this.#openings += 1;
  }

  /** The request was given up before its outcome was known. */
  onGivenUp(probe: boolean): void {
    if (probe) this.#probing = false;
  }
}
