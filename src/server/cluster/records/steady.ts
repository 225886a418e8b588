import { setTimeout as delay } from 'node:timers/promises';

const everyMs = 1000;

/** Reports a state that changes: at most once a second, one report after the other, and the last state in any case. */
export class Steady {
  readonly #report: () => Promise<void>;
  readonly #end = new AbortController();
  #isWanted = false;
  #reporting: Promise<void> | undefined;

  /** `report` reports the state of the moment. Its errors are ignored. */
  constructor(report: () => Promise<void>) {
    this.#report = report;
  }

  /** Says that the state has changed. */
  changed(): void {
    this.#isWanted = true;
    this.#reporting ??= this.#run();
  }

  /** Waits until the last state is reported. */
  async settled(): Promise<void> {
    this.#end.abort();
    await this.#reporting;
  }

  async #run(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#report().catch(() => undefined);
      await delay(everyMs, undefined, { signal: this.#end.signal }).catch(() => undefined);
    }
    this.#reporting = undefined;
  }
}
