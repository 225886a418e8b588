import type { ProgressEvent } from '../../../core/progress.ts';
import { progressCounter } from '../../jobs/job-progress.ts';
import type { Redact } from '../../errors/failure.ts';
import type { WorkerEvent } from '../../worker/worker-messages.ts';
import type { ClusterRecords } from '../records/cluster-records.ts';
import { Steady } from '../records/steady.ts';

/** Options of `RunReport`. */
export interface RunReportOptions {
  readonly id: string;
  readonly records: ClusterRecords;
  readonly redact: Redact;
  /** Whether the parts were spoken before, so that only the end is new. */
  readonly isSpoken: boolean;
  /** Called when the job does not run any more. */
  readonly onGone: () => void;
  /** Called when the provider has asked for a pause. */
  readonly onPause: (ms: number) => void;
}

/** Tells the followers of a job how its conversion goes. */
export class RunReport {
  readonly #options: RunReportOptions;
  readonly #counter = progressCounter(() => performance.now());
  readonly #progress: Steady;
  #warnings: Promise<unknown> = Promise.resolve();

  constructor(options: RunReportOptions) {
    this.#options = options;
    this.#progress = new Steady(async () => await this.#publish());
  }

  /** Takes an event of the conversion. */
  onEvent(event: WorkerEvent): void {
    const { id, records } = this.#options;
    if (event.type === 'provider') {
      const found = { provider: event.id, providerByDefault: event.byDefault };
      this.#then(async () => await records.change(id, (record) => (record.provider === undefined ? found : undefined)));
    }
    if (event.type === 'progress') this.#count(event.event);
  }

  /** Waits until everything is reported. */
  async settled(): Promise<void> {
    await this.#progress.settled();
    await this.#warnings;
  }

  #count(event: ProgressEvent): void {
    const { id, records, redact, onPause } = this.#options;
    if (event.type === 'provider-pause') onPause(event.pauseMs);
    this.#counter.count('reason' in event ? { ...event, reason: redact(event.reason) } : event);
    if (event.type !== 'warning') {
      this.#progress.changed();
      return;
    }
    const message = redact(event.message);
    const data = { type: 'warning', data: { message } } as const;
    this.#then(async () => await records.change(id, ({ warnings }) => ({ warnings: [...warnings, message] }), data));
  }

  async #publish(): Promise<void> {
    const { id, records, isSpoken, onGone } = this.#options;
    const progress = this.#counter.current();
    // Segments spoken by others are read again for the files; a follower need not see that.
    if (isSpoken && progress.stage !== 'finishing') return;
    if (!(await records.progress(id, progress))) onGone();
  }

  /** Changes follow each other. */
  #then(change: () => Promise<unknown>): void {
    this.#warnings = this.#warnings.then(change).catch(() => undefined);
  }
}
