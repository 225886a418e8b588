import { idleMs, minWaitMs, waitFactor } from './limits.ts';

/** Decides how long held answers wait for the next one. */
export class AnswerWait {
  #working = 0;
  #longestMs = 0;
  #lastMs: number | undefined;

  /** A segment is being spoken. */
  begin(): void {
    this.#working += 1;
    this.#lastMs ??= performance.now();
  }

  /** A segment has been spoken. */
  end(): void {
    this.#working -= 1;
  }

  /** An answer has arrived. */
  answered(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - (this.#lastMs ?? now));
    this.#lastMs = now;
  }

  /** The answers were judged: what comes next is not late because they were held. */
  restart(): void {
    this.#lastMs = performance.now();
  }

  /** Returns how long to wait for the next answer while `held` answers are held back, in milliseconds. */
  timeoutMs(held: number): number {
    return held >= this.#working ? idleMs : Math.max(minWaitMs, waitFactor * this.#longestMs);
  }
}
