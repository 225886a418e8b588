import { setTimeout as delay } from 'node:timers/promises';

/** Reports a state that changes: now and then, one report after the other, and the last state in any case. */
export class Steady {
  readonly #report: () => Promise<void>;
  readonly #everyMs: number;
  readonly #end = new AbortController();
  #isWanted = false;
  #reporting: Promise<void> | undefined;

  /** `report` reports the state of the moment, and its errors are ignored. `everyMs` is the shortest time between two reports. */
  constructor(report: () => Promise<void>, everyMs: number) {
    this.#report = report;
    this.#everyMs = everyMs;
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
      await delay(this.#everyMs, undefined, { signal: this.#end.signal }).catch(() => undefined);
    }
    this.#reporting = undefined;
  }
}
