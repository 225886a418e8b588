import { canceled, throwIfCanceled } from '../errors.ts';
import type { AudiobookError } from '../errors.ts';
import { longestPauseMs } from '../retry.ts';
import { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { ConcurrencyRange } from './adaptive-concurrency.ts';
import type { CircuitBreaker, RequestKind } from './circuit-breaker.ts';

/** The turn of a request. */
export interface Turn {
  readonly signal: AbortSignal;
  /** Of the requests that wait, those with the lowest number go first, and of equal ones the oldest. Default: 0. */
  readonly priority?: number | undefined;
}

interface Waiter {
  readonly priority: number;
  readonly enter: (kind: RequestKind) => void;
  readonly leave: (error: AudiobookError) => void;
}

/**
 * Admits the requests to one service: as many at a time as it handles well, and none while it has asked for a pause or its circuit
 * is open. A request that waits for its retry holds no place.
 */
export class Gate {
  readonly #concurrency: AdaptiveConcurrency;
  readonly #circuit: CircuitBreaker | undefined;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #pausedUntilMs = 0;

  /** The caller records in the circuit what becomes of each request. Without one, requests are never held back for failures. */
  constructor(range: ConcurrencyRange, circuit?: CircuitBreaker) {
    this.#concurrency = new AdaptiveConcurrency(range);
    this.#circuit = circuit;
  }

  /** Number of requests that may be in flight now. */
  get level(): number {
    return this.#concurrency.level;
  }

  /** Runs a request when its turn has come. Throws `canceled`, and what it throws. */
  async run<T>(work: (kind: RequestKind) => Promise<T>, turn: Turn): Promise<T> {
    const kind = await this.#enter(turn);
    try {
      return await work(kind);
    } finally {
      this.#inFlight -= 1;
      this.#admit();
    }
  }

  /** Records a response. `cost` is its latency relative to the size of the request. */
  onSuccess(cost: number): void {
    this.#concurrency.onSuccess(cost);
  }

  /** Records that the service is overloaded or did not respond in time. */
  onThrottle(): void {
    this.#concurrency.onThrottle();
  }

  /** Sends nothing for a while. A pause that is longer than any is waited for is none: the next request is answered for itself. */
  pause(ms: number): void {
    if (ms <= longestPauseMs) this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + ms);
  }

  /** Ends all waits with an error. */
  turnAway(error: AudiobookError): void {
    clearTimeout(this.#timer);
    for (const waiter of this.#waiting) waiter.leave(error);
  }

  async #enter({ signal, priority = 0 }: Turn): Promise<RequestKind> {
    throwIfCanceled(signal);
    return await new Promise<RequestKind>((resolve, reject) => {
      const settle =
        <T>(finish: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', onAbort);
          this.#waiting.delete(waiter);
          finish(value);
        };
      const waiter: Waiter = { priority, enter: settle(resolve), leave: settle(reject) };
      const onAbort = (): void => {
        waiter.leave(canceled(signal));
        this.#admit();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiter);
      this.#admit();
    });
  }

  /** Admits waiting requests. Sets a timer for the rest when they wait for a time rather than for another request. */
  #admit(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.size > 0 && this.#inFlight < this.#concurrency.level) {
      const nowMs = performance.now();
      const waitMs = Math.max(this.#circuit?.waitMs(nowMs) ?? 0, this.#pausedUntilMs - nowMs);
      if (waitMs > 0) {
        if (Number.isFinite(waitMs)) this.#timer = setTimeout(() => this.#admit(), waitMs);
        return;
      }
      const next = [...this.#waiting].reduce((first, each) => (each.priority < first.priority ? each : first));
      this.#inFlight += 1;
      next.enter(this.#circuit?.onStart() ?? 'regular');
    }
  }
}
