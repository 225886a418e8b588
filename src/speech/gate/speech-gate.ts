import { AudiobookError, canceled, throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import { OverloadedError } from '../call/overloaded-error.ts';
import { SpoiledAudioError } from '../call/spoiled-audio-error.ts';
import { AdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { ConcurrencyRange } from './adaptive-concurrency.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import type { CircuitPolicy } from './circuit-breaker.ts';

export interface GatePolicy {
  readonly circuit: CircuitPolicy;
  /** The longest pause for all that one answer (`Retry-After`) can ask for, in milliseconds. */
  readonly maxPauseMs: number;
  /** A run gives up when it has failed more often than this, and more often than it has succeeded. */
  readonly failures: number;
}

export const gatePolicy: GatePolicy = {
  circuit: { failuresToOpen: 8, firstOpenMs: 2000, maxOpenMs: 60_000 },
  maxPauseMs: 60_000,
  failures: 200,
};

/** One waiting request. */
interface Waiter {
  /** Goes in, as the probe or not. */
  readonly enter: (probe: boolean) => void;
}

/**
 * The one way to a speech service in a run: as many requests at a time as the service takes well, none while it is
 * down or has asked for a pause, first come first served. A request that waits for its next try is not inside.
 */
export class SpeechGate {
  readonly #level: AdaptiveConcurrency;
  readonly #circuit: CircuitBreaker;
  readonly #policy: GatePolicy;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #pausedUntilMs = 0;
  #answers = 0;
  #failures = 0;

  constructor(range: ConcurrencyRange, policy: GatePolicy = gatePolicy) {
    this.#policy = policy;
    this.#level = new AdaptiveConcurrency(range);
    this.#circuit = new CircuitBreaker(policy.circuit);
  }

  /** Requests that may be in flight now. */
  get level(): number {
    return this.#level.level;
  }

  /** Does one request when its turn has come. `size` is what its latency depends on: its characters. */
  async run<T>(
    work: () => Promise<T>,
    { size, signal }: { readonly size: number; readonly signal: AbortSignal },
  ): Promise<T> {
    const probe = await this.#enter(signal);
    const startedMs = performance.now();
    try {
      const result = await work();
      this.#onAnswer();
      this.#level.onSuccess((performance.now() - startedMs) / (size + 60));
      return result;
    } catch (thrown) {
      throw signal.aborted ? this.#onGivenUp(thrown, probe) : this.#onFailure(toAudiobookError(thrown), probe);
    } finally {
      this.#inFlight -= 1;
      this.#admit();
    }
  }

  async #enter(signal: AbortSignal): Promise<boolean> {
    throwIfCanceled(signal);
    return await new Promise<boolean>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiter);
        this.#admit();
        reject(canceled(signal));
      };
      const waiter: Waiter = {
        enter: (probe) => {
          signal.removeEventListener('abort', leave);
          resolve(probe);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
      this.#admit();
    });
  }

  /** Lets in whoever may; sets a timer for the rest when it is time, not a request, that they wait for. */
  #admit(): void {
    clearTimeout(this.#timer);
    for (const waiter of this.#waiting) {
      if (this.#inFlight >= this.#level.level) return;
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

  #onAnswer(): void {
    this.#answers += 1;
    this.#circuit.onAnswer();
  }

  #onGivenUp(thrown: unknown, probe: boolean): unknown {
    this.#circuit.onGivenUp(probe);
    return thrown;
  }

  #onFailure(error: AudiobookError, probe: boolean): AudiobookError {
    if (error instanceof SpoiledAudioError || !error.retryable) {
      this.#onAnswer();
      return error;
    }
    this.#circuit.onFailure(Date.now(), probe);
    if (error instanceof OverloadedError) this.#level.onThrottle();
    if (error.retryAfterMs !== undefined) {
      this.#pausedUntilMs = Date.now() + Math.min(this.#policy.maxPauseMs, error.retryAfterMs);
    }
    this.#failures += 1;
    return this.#failures > Math.max(this.#policy.failures, this.#answers) ? this.#giveUp(error) : error;
  }

  #giveUp(cause: AudiobookError): AudiobookError {
    const message = `${cause.message} The service has failed ${this.#failures} times in this run. What was spoken is kept: run again to go on.`;
    return new AudiobookError('provider-failed', message, { cause });
  }
}
