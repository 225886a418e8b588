/** Times of a `Silence`, in milliseconds. */
export interface SilenceLimits {
  /** Time after which a silence is reported, unless the service has been as slow before. */
  readonly noticeMs: number;
  /** Longest silence of a service that has responded before. A request that may take longer extends it. */
  readonly maxMs: number;
  /** Longest silence of a service that has not responded yet. Absent when it was checked before the run. */
  readonly firstMaxMs?: number | undefined;
}

/** Receives the course of a silence. Its times are those of `performance.now()`: the wall clock jumps, and goes on while a machine sleeps. */
export interface SilenceListener {
  /** Called when a silence has lasted for long. `untilMs` can be Infinity. */
  readonly onLong: (silence: { readonly sinceMs: number; readonly untilMs: number }) => void;
  /** Called when a silence has lasted for too long. */
  readonly onTooLong: () => void;
}

/** A silence is reported when it lasts this many times longer than the slowest response. */
const patienceFactor = 2;
const maxTimerMs = 2 ** 31 - 1;

/**
 * Notices that a service takes requests and does not respond to any. Deadlines notice it, too, but each of them only for its
 * request, and late: a long text has minutes.
 */
export class Silence {
  readonly #limits: SilenceLimits;
  readonly #listener: SilenceListener;
  #hasResponded: boolean;
  #sinceMs: number | undefined;
  #inFlight = 0;
  #slowestMs = 0;
  #longestDeadlineMs = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(limits: SilenceLimits, listener: SilenceListener) {
    this.#limits = limits;
    this.#listener = listener;
    this.#hasResponded = limits.firstMaxMs === undefined;
  }

  /** Start of the silence, or undefined when nothing was asked. */
  get sinceMs(): number | undefined {
    return this.#sinceMs;
  }

  /** Records that a request is sent. `deadlineMs` is the time that it may take. */
  onRequest(deadlineMs: number): void {
    this.#inFlight += 1;
    const extendsLimit = this.#hasResponded && deadlineMs > this.#longestDeadlineMs;
    this.#longestDeadlineMs = Math.max(this.#longestDeadlineMs, deadlineMs);
    if (this.#inFlight === 1 || extendsLimit) this.#restart(this.#sinceMs ?? performance.now());
  }

  /** Records a sign of life. `tookMs` is the time of the request when it succeeded. */
  onResponse(tookMs = 0): void {
    this.#inFlight -= 1;
    this.#slowestMs = Math.max(this.#slowestMs, tookMs);
    this.#hasResponded = true;
    this.#restart(this.#inFlight > 0 ? performance.now() : undefined);
  }

  /** Records that a request ended without a response. The silence goes on. */
  onNoResponse(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.stop();
  }

  /** Records that a request was given up. */
  onAbort(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#restart(undefined);
  }

  /** Reports nothing more until the next request. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }

  #restart(sinceMs: number | undefined): void {
    this.stop();
    this.#sinceMs = sinceMs;
    if (sinceMs === undefined) return;
    const untilMs = sinceMs + this.#maxMs();
    const noticeMs = Math.max(this.#limits.noticeMs, patienceFactor * this.#slowestMs);
    this.#timers = [
      ...timerAt(sinceMs + noticeMs, () => this.#listener.onLong({ sinceMs, untilMs })),
      ...timerAt(untilMs, () => this.#listener.onTooLong()),
    ];
  }

  #maxMs(): number {
    const { maxMs, firstMaxMs } = this.#limits;
    return this.#hasResponded || firstMaxMs === undefined ? Math.max(maxMs, this.#longestDeadlineMs) : firstMaxMs;
  }
}

function timerAt(ms: number, action: () => void): NodeJS.Timeout[] {
  const waitMs = Math.max(0, ms - performance.now());
  return waitMs > maxTimerMs ? [] : [setTimeout(action, waitMs)];
}
