import { asSentence } from '../../core/strings/as-sentence.ts';
import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError, canceled, throwIfCanceled, toAudiobookError } from '../../core/errors.ts';
import { isPauseTooLong, pauseTooLongMessage } from '../../core/retry.ts';
import { NoResponseError, OverloadedError, ServiceDownError, SpoiledAudioError } from '../call/provider-errors.ts';
import type { ConcurrencyRange } from '../../core/gate/adaptive-concurrency.ts';
import { CircuitBreaker } from '../../core/gate/circuit-breaker.ts';
import type { RequestKind } from '../../core/gate/circuit-breaker.ts';
import { Gate } from '../../core/gate/gate.ts';
import { defaultPatienceMs, gatePolicyFor } from './gate-policy.ts';
import type { GatePolicy } from './gate-policy.ts';
import { Outage } from './outage.ts';
import type { OutageListener } from './outage.ts';
import { Silence } from './silence.ts';

/** Characters that the time before the first sound is worth. */
const startCharacters = 60;

/** One request. */
export interface GateRequest {
  /** Number of its characters, on which its latency depends. */
  readonly size: number;
  readonly signal: AbortSignal;
  /** Time that the request may take, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** Admit it before others that wait: it belongs to a text that was requested before, and what follows waits for it. */
  readonly isUrgent?: boolean | undefined;
  /** Requests a harmless text. Its success shows that a failure is the fault of the text, not of the service. */
  readonly sample?: (() => Promise<unknown>) | undefined;
}

/**
 * Admits the requests of one run to a speech service, urgent ones first, and decides how long the run waits for the service. While it
 * is down, requests that fail wait here instead of using up their attempts: one at a time probes the service, until it responds or
 * the patience of the policy ends the run with a `ServiceDownError`.
 */
export class SpeechGate {
  readonly #gate: Gate;
  readonly #circuit: CircuitBreaker;
  readonly #outage: Outage;
  readonly #silence: Silence;
  readonly #maxFailures: number;
  #responses = 0;
  #failures = 0;

  constructor(
    range: ConcurrencyRange,
    policy: GatePolicy = gatePolicyFor(defaultPatienceMs),
    listener: OutageListener = {},
  ) {
    this.#maxFailures = policy.maxFailures;
    this.#circuit = new CircuitBreaker(policy.circuit);
    this.#gate = new Gate(range, this.#circuit);
    this.#outage = new Outage(policy.patienceMs, listener);
    this.#outage.signal.addEventListener('abort', () => this.#end(), { once: true });
    this.#silence = new Silence(policy.silence, {
      onLong: (silence) => this.#outage.onSilence(silence),
      onTooLong: () => this.#outage.endAfterSilence(),
    });
  }

  /** Number of requests that may be in flight now. */
  get level(): number {
    return this.#gate.level;
  }

  /** Runs one request when its turn has come, again after each failure while the service is down. */
  async run<T>(work: () => Promise<T>, request: GateRequest): Promise<T> {
    const { signal, isUrgent } = request;
    for (;;) {
      throwIfCanceled(signal);
      throwIfCanceled(this.#outage.signal);
      const attempt = async (kind: RequestKind) => await this.#attempt(work, kind, request);
      const done = await this.#gate.run(attempt, { signal, priority: isUrgent ? 0 : 1 });
      if (done) return done.result;
    }
  }

  /** Returns undefined when the request failed because the service is down. */
  async #attempt<T>(
    work: () => Promise<T>,
    kind: RequestKind,
    request: GateRequest,
  ): Promise<{ readonly result: T } | undefined> {
    const { signal, size, deadlineMs = 0 } = request;
    const startedMs = performance.now();
    this.#silence.onRequest(deadlineMs);
    try {
      const result = await untilAborted(work(), this.#outage.signal);
      const tookMs = performance.now() - startedMs;
      this.#silence.onResponse(tookMs);
      this.#onResponse();
      this.#gate.onSuccess(tookMs / (size + startCharacters));
      return { result };
    } catch (thrown) {
      if (signal.aborted || this.#outage.signal.aborted) {
        this.#silence.onAbort();
        this.#circuit.onAbort(kind);
        throw signal.aborted ? thrown : canceled(this.#outage.signal);
      }
      await this.#onFailure(toAudiobookError(thrown), kind, request);
      return undefined;
    }
  }

  /** Ends all waits when the run ends. */
  #end(): void {
    this.#silence.stop();
    this.#gate.turnAway(canceled(this.#outage.signal));
  }

  #onResponse(): void {
    this.#responses += 1;
    this.#circuit.onResponse();
    this.#outage.onResponse();
  }

  /** Records a failure. Throws it, unless the service is down: then the request can only wait. */
  async #onFailure(error: AudiobookError, kind: RequestKind, request: GateRequest): Promise<void> {
    const sinceMs = this.#silentSince(error);
    if (!isServiceFailure(error) || (kind === 'probe' && (await this.#isTextAtFault(error, request)))) {
      this.#onResponse();
      throw error;
    }
    if (isPauseTooLong(error)) {
      this.#outage.end(
        new ServiceDownError(`${pauseTooLongMessage(error)} Finished segments are kept.`, { cause: error }),
      );
    }
    throwIfCanceled(this.#outage.signal);
    const pauseMs = error.retryAfterMs ?? 0;
    this.#gate.pause(pauseMs);
    if (error instanceof OverloadedError) this.#gate.onThrottle();
    this.#circuit.onFailure(kind, performance.now(), { pauseMs, sinceMs });
    const isDown = this.#circuit.isOpen;
    this.#outage.onFailure({ error, isDown, sinceMs });
    throwIfCanceled(this.#outage.signal);
    if (!isDown) throw this.#countFailure(error);
    // Audio that is spoiled again and again can be the fault of the text: its halves are requested next.
    if (error instanceof SpoiledAudioError) throw error;
  }

  /** Returns since when the service has been silent, or undefined for a failure that is a sign of life. */
  #silentSince(error: AudiobookError): number | undefined {
    const { sinceMs } = this.#silence;
    const isSilent = error instanceof NoResponseError;
    if (isSilent) this.#silence.onNoResponse();
    else this.#silence.onResponse();
    return isSilent ? sinceMs : undefined;
  }

  async #isTextAtFault(error: AudiobookError, { sample, signal }: GateRequest): Promise<boolean> {
    if (!sample || error instanceof OverloadedError) return false;
    try {
      await untilAborted(untilAborted(sample(), signal), this.#outage.signal);
      return true;
    } catch {
      return false;
    }
  }

  #countFailure(error: AudiobookError): AudiobookError {
    this.#failures += 1;
    if (this.#failures <= Math.max(this.#maxFailures, this.#responses)) return error;
    const message = `${asSentence(error.message)} The service has failed ${this.#failures} times in this run. Finished segments are kept: run again to continue.`;
    return new ServiceDownError(message, { cause: error });
  }
}

/** Reports whether an error can be the fault of the service rather than of the request. */
function isServiceFailure(error: AudiobookError): boolean {
  return error.retryable || error instanceof SpoiledAudioError;
}
