import { setMaxListeners } from 'node:events';
import { asSentence } from '../../core/strings/as-sentence.ts';
import { AudiobookError } from '../../core/errors.ts';
import { formatDuration } from '../../core/strings/format-duration.ts';
import { ServiceDownError } from '../call/provider-errors.ts';

/** A wait for a service that is down. */
export interface OutageNotice {
  /** Error of the latest request. */
  readonly reason: string;
  /** Time of the first failure, or of the first request without a response, as Unix time in milliseconds. */
  readonly sinceMs: number;
  /** Time at which the run ends if the service is still down. Undefined when the run waits for ever. */
  readonly untilMs?: number | undefined;
}

/** Receives the progress of a wait. */
export interface OutageListener {
  /** Called when the wait has lasted for some seconds, and after every request that fails from then on. */
  readonly onWait?: ((notice: OutageNotice) => void) | undefined;
  /** Called when the service asks for a pause that ends later than those before. */
  readonly onPause?: ((pause: { readonly reason: string; readonly pauseMs: number }) => void) | undefined;
  /** Called when the service responds again after `onWait`. */
  readonly onReady?: ((waitedMs: number) => void) | undefined;
}

/** A failure of a service. */
export interface ServiceFailure {
  readonly error: AudiobookError;
  /** Whether requests are held back since. */
  readonly isDown: boolean;
  /** Since when the service has not responded, as a time of `performance.now()`. Default: now. */
  readonly sinceMs?: number | undefined;
}

/** Shorter waits are not worth a word. */
const minNoticeMs = 5000;
const minPauseMs = 1000;
/** Time for a request after a pause that the service demanded, in milliseconds. */
const graceMs = 60_000;
const maxTimerMs = 2 ** 31 - 1;

const advice = 'Finished segments are kept: run again to continue.';

/** Limits how long a run waits for a service: the one place that decides it, whatever else is retried. */
export class Outage {
  readonly #ended = new AbortController();
  readonly #patienceMs: number;
  readonly #listener: OutageListener;
  /** Times are those of `performance.now()`: a wall clock that jumps, or a machine that sleeps, uses up no patience. */
  #sinceMs: number | undefined;
  #reportedSinceMs: number | undefined;
  #pausedUntilMs = 0;
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
    if (this.#isWaiting) this.#listener.onReady?.(this.#lastedMs());
    this.#isWaiting = false;
    this.#sinceMs = undefined;
    this.#reportedSinceMs = undefined;
  }

  /** Records a failure. Ends the run when the service has been down for too long. */
  onFailure({ error, isDown, sinceMs }: ServiceFailure): void {
    const nowMs = performance.now();
    this.#sinceMs ??= sinceMs ?? nowMs;
    this.#lastError = error;
    this.#notePause(error, nowMs);
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
    this.#notify(error.message, this.#sinceMs, untilMs);
  }

  /** Reports a pause once, although every request in flight may be answered with it. */
  #notePause({ message: reason, retryAfterMs: pauseMs = 0 }: AudiobookError, nowMs: number): void {
    if (pauseMs < minPauseMs || nowMs + pauseMs <= this.#pausedUntilMs + minPauseMs) return;
    this.#pausedUntilMs = nowMs + pauseMs;
    this.#listener.onPause?.({ reason, pauseMs });
  }

  /** Records that the service has not responded to any request for long. */
  onSilence({ sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number }): void {
    this.#sinceMs ??= sinceMs;
    this.#notify('No request has been answered since.', this.#sinceMs, untilMs);
  }

  #notify(reason: string, sinceMs: number, untilMs: number): void {
    if (this.signal.aborted) return;
    this.#isWaiting = true;
    this.#reportedSinceMs ??= unixTime(sinceMs);
    this.#listener.onWait?.({
      reason,
      sinceMs: this.#reportedSinceMs,
      untilMs: Number.isFinite(untilMs) ? unixTime(untilMs) : undefined,
    });
  }

  /** Ends the run when the service does not respond. */
  endAfterSilence(): void {
    const lasted = formatDuration(this.#lastedMs() / 1000);
    const message = `The service has not answered any request for ${lasted}. ${advice} TTS_TIMEOUT gives a slow one more time.`;
    this.end(new ServiceDownError(message, { cause: this.#lastError }));
  }

  /** Ends the run. */
  end(error: ServiceDownError): void {
    clearTimeout(this.#timer);
    this.#ended.abort(error);
  }

  #giveUpAt(untilMs: number): void {
    clearTimeout(this.#timer);
    const waitMs = untilMs - performance.now();
    if (waitMs > maxTimerMs) return;
    // A run that was aborted meanwhile must not keep the process.
    this.#timer = setTimeout(() => this.#giveUp(), waitMs).unref();
  }

  #giveUp(): void {
    const message = `${asSentence(this.#lastError?.message ?? '')} The service has been down for ${formatDuration(this.#lastedMs() / 1000)}. ${advice} TTS_PATIENCE sets how long to wait.`;
    this.end(new ServiceDownError(message, { cause: this.#lastError }));
  }

  #lastedMs(): number {
    const nowMs = performance.now();
    return Math.round(nowMs - (this.#sinceMs ?? nowMs));
  }
}

/** Returns the Unix time of a time of `performance.now()`, both in milliseconds. */
function unixTime(ms: number): number {
  return Math.round(Date.now() + ms - performance.now());
}
