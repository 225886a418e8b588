import { AudiobookError, canceled, throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import { OverloadedError, SpoiledAudioError } from '../call/provider-errors.ts';
import { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { ConcurrencyRange } from './adaptive-concurrency.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { CircuitPolicy, RequestKind } from './circuit-breaker.ts';

/** Limits of a `SpeechGate`. */
export interface GatePolicy {
  readonly circuit: CircuitPolicy;
  /** Longest pause that a response (`Retry-After`) can demand, in milliseconds. */
  readonly maxPauseMs: number;
  /** A run fails for good after more failures than this, when there were also more of them than responses. */
  readonly maxFailures: number;
}

/** Default limits. */
export const gatePolicy: GatePolicy = {
  circuit: { failuresToOpen: 8, firstOpenMs: 2000, maxOpenMs: 60_000 },
  maxPauseMs: 60_000,
  maxFailures: 200,
};

/** A request that waits for its turn. */
interface Waiter {
  readonly enter: (kind: RequestKind) => void;
}

/**
 * Admits the requests of one run to a speech service, first come, first served: as many at a time as the service handles
 * well, and none while it is down or has demanded a pause. A request that waits for its retry holds no place.
 */
export class SpeechGate {
  readonly #concurrency: AdaptiveConcurrency;
  readonly #circuit: CircuitBreaker;
  readonly #policy: GatePolicy;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #pausedUntilMs = 0;
  #responses = 0;
  #failures = 0;

  constructor(range: ConcurrencyRange, policy: GatePolicy = gatePolicy) {
    this.#policy = policy;
    this.#concurrency = new AdaptiveConcurrency(range);
    this.#circuit = new CircuitBreaker(policy.circuit);
  }

  /** Number of requests that may be in flight now. */
  get level(): number {
    return this.#concurrency.level;
  }

  /** Runs one request when its turn has come. `size` is the number of its characters, on which its latency depends. */
  async run<T>(
    work: () => Promise<T>,
    { size, signal }: { readonly size: number; readonly signal: AbortSignal },
  ): Promise<T> {
    const kind = await this.#enter(signal);
    const startedMs = performance.now();
    try {
      const result = await work();
      this.#onResponse();
      this.#concurrency.onSuccess((performance.now() - startedMs) / (size + 60));
      return result;
    } catch (thrown) {
      if (!signal.aborted) throw this.#onFailure(toAudiobookError(thrown), kind);
      this.#circuit.onAbort(kind);
      throw thrown;
    } finally {
      this.#inFlight -= 1;
      this.#admit();
    }
  }

  async #enter(signal: AbortSignal): Promise<RequestKind> {
    throwIfCanceled(signal);
    return await new Promise<RequestKind>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter);
        this.#admit();
        reject(canceled(signal));
      };
      const waiter: Waiter = {
        enter: (kind) => {
          signal.removeEventListener('abort', leave);
          resolve(kind);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
      this.#admit();
    });
  }

  /** Admits waiting requests. Sets a timer for the rest when they wait for a time rather than for another request. */
  #admit(): void {
    clearTimeout(this.#timer);
    for (const waiter of this.#waiting) {
      if (this.#inFlight >= this.#concurrency.level) return;
      const waitMs = Math.max(this.#circuit.waitMs(Date.now()), this.#pausedUntilMs - Date.now());
      if (waitMs > 0) {
        if (Number.isFinite(waitMs)) this.#timer = setTimeout(() => this.#admit(), waitMs);
        return;
      }
      this.#inFlight += 1;
      this.#waiting.delete(waiter);
      waiter.enter(this.#circuit.onStart());
    }
  }

  #onResponse(): void {
    this.#responses += 1;
    this.#circuit.onResponse();
  }

  /** Records a failure and returns the error to throw. */
  #onFailure(error: AudiobookError, kind: RequestKind): AudiobookError {
    if (error instanceof SpoiledAudioError || !error.retryable) {
      this.#onResponse();
      return error;
    }
    this.#circuit.onFailure(kind, Date.now());
    if (error instanceof OverloadedError) this.#concurrency.onThrottle();
    if (error.retryAfterMs !== undefined) {
      this.#pausedUntilMs = Date.now() + Math.min(this.#policy.maxPauseMs, error.retryAfterMs);
    }
    this.#failures += 1;
    const isHopeless = this.#failures > Math.max(this.#policy.maxFailures, this.#responses);
    return isHopeless ? this.#finalError(error) : error;
  }

  #finalError(cause: AudiobookError): AudiobookError {
    const message = `${cause.message} The service has failed ${this.#failures} times in this run. Finished segments are kept: run again to continue.`;
    return new AudiobookError('provider-failed', message, { cause });
  }
}
