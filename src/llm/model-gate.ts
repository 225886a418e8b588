import { AdaptiveConcurrency } from '../core/http/adaptive-concurrency.ts';
import type { ConcurrencyRange } from '../core/http/adaptive-concurrency.ts';
import { AudiobookError, canceled, throwIfCanceled } from '../core/errors.ts';
import type { GenerateRequest, Generation } from './language-model.ts';
import { ModelOverloadedError } from './model-error.ts';

/** A request that waits for its turn. */
interface Waiter {
  readonly priority: number;
  readonly enter: () => void;
}

/** Characters that the time before the first part of a completion is worth. */
const startCharacters = 400;

/**
 * Admits the requests to one service: as many at a time as it handles well, by priority and then first come, first served,
 * and none while it has asked for a pause. A request that waits for its retry holds no place.
 */
export class ModelGate {
  readonly #concurrency: AdaptiveConcurrency;
  readonly #waiting = new Set<Waiter>();
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  #pausedUntilMs = 0;

  constructor(range: ConcurrencyRange) {
    this.#concurrency = new AdaptiveConcurrency(range);
  }

  /** Makes one attempt of a request when its turn has come. */
  async run(
    attempt: () => Promise<Generation>,
    turn: Pick<GenerateRequest, 'signal' | 'priority'>,
  ): Promise<Generation> {
    await this.#enter(turn);
    const startedMs = performance.now();
    try {
      const completion = await attempt();
      this.#concurrency.onSuccess((performance.now() - startedMs) / (completion.text.length + startCharacters));
      return completion;
    } catch (thrown) {
      if (thrown instanceof AudiobookError) this.#onFailure(thrown);
      throw thrown;
    } finally {
      this.#inFlight -= 1;
      this.#admit();
    }
  }

  #onFailure(error: AudiobookError): void {
    if (error instanceof ModelOverloadedError) this.#concurrency.onThrottle();
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, performance.now() + (error.retryAfterMs ?? 0));
  }

  async #enter({ signal, priority = 0 }: Pick<GenerateRequest, 'signal' | 'priority'>): Promise<void> {
    throwIfCanceled(signal);
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(waiter);
        this.#admit();
        reject(canceled(signal));
      };
      const enter = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const waiter: Waiter = { priority, enter };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiter);
      this.#admit();
    });
  }

  /** Admits waiting requests. Sets a timer when they wait for the end of a pause. */
  #admit(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.size > 0 && this.#inFlight < this.#concurrency.level) {
      const pauseMs = this.#pausedUntilMs - performance.now();
      if (pauseMs > 0) {
        this.#timer = setTimeout(() => this.#admit(), pauseMs);
        return;
      }
      const next = [...this.#waiting].reduce((first, each) => (each.priority < first.priority ? each : first));
      this.#waiting.delete(next);
      this.#inFlight += 1;
      next.enter();
    }
  }
}

/** The gates of a run: one for each service, whichever of its models is asked. */
export class ModelGates {
  readonly #gates = new Map<string, ModelGate>();

  /** Returns the gate of a service, opened with the range of the first call. */
  at(service: string, range: ConcurrencyRange): ModelGate {
    const gate = this.#gates.get(service) ?? new ModelGate(range);
    this.#gates.set(service, gate);
    return gate;
  }
}
