import { setMaxListeners } from 'node:events';
import { asSentence } from '../../core/as-sentence.ts';
import { AudiobookError } from '../../core/errors.ts';
import { formatDuration } from '../../core/format-duration.ts';
import { ServiceDownError } from '../call/provider-errors.ts';

/** A wait for a service that is down. */
export interface OutageNotice {
  /** Error of the latest request. */
  readonly reason: string;
  /** Time of the first failure, as Unix time in milliseconds. */
  readonly sinceMs: number;
  /** When the run ends if the service is still down. Undefined when the run waits for ever. */
  readonly untilMs?: number | undefined;
}

/** Receives the progress of a wait. */
export interface OutageListener {
  /** Called when the wait has lasted for some seconds, and after every request that fails from then on. */
  readonly onWait?: ((notice: OutageNotice) => void) | undefined;
  /** Called when the service responds again after `onWait`. */
  readonly onReady?: ((waitedMs: number) => void) | undefined;
}

/** A failure of a service. */
export interface ServiceFailure {
  readonly error: AudiobookError;
  /** Whether requests are held back since. */
  readonly isDown: boolean;
}

/** Shorter waits are not worth a word. */
const minNoticeMs = 5000;
/** Time for a request after a pause that the service demanded, in milliseconds. */
const graceMs = 60_000;
const maxTimerMs = 2 ** 31 - 1;

/** Limits how long a run waits for a service: the one place that decides it, whatever else is retried. */
export class Outage {
  readonly #ended = new AbortController();
  readonly #patienceMs: number;
  readonly #listener: OutageListener;
  #sinceMs: number | undefined;
  #isWaiting = false;
  #lastError: AudiobookError | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `patienceMs` is the time for which a service may be down; Infinity to wait for ever. */
  constructor(patienceMs: number, listener: OutageListener = {}) {
    this.#patienceMs = patienceMs;
    // Every request in flight adds a listener.
    setMaxListeners(0, this.#ended.signal);
    this.#listener = listener;
  }

  /** Fires with a `ServiceDownError` when the run must end. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Records that the service responded. */
  onResponse(): void {
    clearTimeout(this.#timer);
    if (this.#isWaiting) this.#listener.onReady?.(Date.now() - (this.#sinceMs ?? 0));
    this.#isWaiting = false;
    this.#sinceMs = undefined;
  }

  /** Records a failure. Ends the run when the service has been down for too long. */
  onFailure({ error, isDown }: ServiceFailure): void {
    const nowMs = Date.now();
    this.#sinceMs ??= nowMs;
    this.#lastError = error;
    if (!isDown || this.signal.aborted) return;
    const patientUntilMs = this.#sinceMs + this.#patienceMs;
    if (nowMs >= patientUntilMs) {
      this.#giveUp();
      return;
    }
    // A pause that the service demanded may end later than the patience.
    const pauseMs = error.retryAfterMs ?? 0;
    const untilMs = pauseMs > 0 ? Math.max(patientUntilMs, nowMs + pauseMs + graceMs) : patientUntilMs;
    this.#giveUpAt(untilMs);
    if (Math.max(nowMs - this.#sinceMs, pauseMs) < Math.min(minNoticeMs, this.#patienceMs / 10)) return;
    this.#isWaiting = true;
    this.#listener.onWait?.({
      reason: error.message,
      sinceMs: this.#sinceMs,
      untilMs: Number.isFinite(untilMs) ? untilMs : undefined,
    });
  }

  /** Ends the run. */
  end(error: ServiceDownError): void {
    clearTimeout(this.#timer);
    this.#ended.abort(error);
  }

  #giveUpAt(untilMs: number): void {
    clearTimeout(this.#timer);
    const waitMs = untilMs - Date.now();
    if (waitMs > maxTimerMs) return;
    // A run that was aborted meanwhile must not keep the process.
    this.#timer = setTimeout(() => this.#giveUp(), waitMs).unref();
  }

  #giveUp(): void {
    const lastedMs = Date.now() - (this.#sinceMs ?? 0);
    const message = `${asSentence(this.#lastError?.message ?? '')} The service has been down for ${formatDuration(lastedMs / 1000)}. Finished segments are kept: run again to continue. TTS_PATIENCE sets how long to wait.`;
    this.end(new ServiceDownError(message, { cause: this.#lastError }));
  }
}
