import { setTimeout as delay } from 'node:timers/promises';
import { AudiobookError } from '../../core/errors.ts';

/** Why a run ends before its time. */
export type StopReason = 'canceled' | 'lock-lost' | 'stopping';

/** A run of a job, or of a part of it, in this process. */
export interface RunningJob extends Disposable {
  readonly signal: AbortSignal;
  /** Why it is to end, once that is so. */
  readonly stopped: () => StopReason | undefined;
}

/** The runs in this process, which can be ended from outside. */
export class RunningJobs {
  readonly #runs = new Set<{ readonly id: string; readonly queued: string; stop(reason: StopReason): void }>();
  #isStopping = false;
  #onIdle: (() => void) | undefined;

  /** Adds a run. `id` is the id of the job, `queued` that of its place in a queue. */
  add(id: string, queued: string): RunningJob {
    const controller = new AbortController();
    let why: StopReason | undefined;
    const run = {
      id,
      queued,
      stop(reason: StopReason) {
        why ??= reason;
        controller.abort(new AudiobookError('canceled', 'The conversion was canceled.'));
      },
    };
    this.#runs.add(run);
    if (this.#isStopping) run.stop('stopping');
    const remove = (): void => {
      this.#runs.delete(run);
      if (this.#runs.size === 0) this.#onIdle?.();
    };
    return { signal: controller.signal, stopped: () => why, [Symbol.dispose]: remove };
  }

  /** Ends the runs of a job. */
  cancel(id: string): void {
    for (const run of this.#runs) if (run.id === id) run.stop('canceled');
  }

  /** Ends runs that others may have begun again. */
  loseLocks(queued: readonly string[]): void {
    for (const run of this.#runs) if (queued.includes(run.queued)) run.stop('lock-lost');
  }

  /** Ends all runs, and those that begin from now on. */
  stopAll(): void {
    this.#isStopping = true;
    for (const run of this.#runs) run.stop('stopping');
  }

  /** Waits until nothing runs, for a time in milliseconds at most. */
  async idleWithin(ms: number): Promise<void> {
    if (this.#runs.size === 0) return;
    const timer = new AbortController();
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    await Promise.race([idle, delay(ms, undefined, timer).catch(() => undefined)]);
    timer.abort();
  }
}
