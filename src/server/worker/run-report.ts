import type { ProgressEvent } from '../../core/progress.ts';
import { progressCounter } from '../jobs/job-progress.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { Redact } from '../errors/failure.ts';
import type { Records } from '../jobs/ports/records.ts';
import { Steady } from './steady.ts';
import type { WorkerEvent } from './worker-messages.ts';

/** Options of `RunReport`. */
export interface RunReportOptions {
  readonly id: string;
  readonly records: Pick<Records, 'change' | 'progress'>;
  readonly redact: Redact;
  /** Shortest time between two reports of progress, in milliseconds. */
  readonly everyMs: number;
  /** Whether the parts were spoken before, so that only the end is new. Default: false. */
  readonly isSpoken?: boolean | undefined;
  /** Called when the job does not run any more. */
  readonly onGone: () => void;
}

/** Tells the followers of a job how its conversion goes. */
export class RunReport {
  readonly #options: RunReportOptions;
  readonly #counter = progressCounter(() => performance.now());
  readonly #progress: Steady;
  #warnings: Promise<unknown> = Promise.resolve();

  constructor(options: RunReportOptions) {
    this.#options = options;
    this.#progress = new Steady(async () => await this.#publish(), options.everyMs);
  }

  /** Takes an event of the conversion. */
  onEvent(event: WorkerEvent): void {
    const { id, records } = this.#options;
    if (event.type === 'provider') {
      const found = { provider: event.id, providerByDefault: event.byDefault };
      const change = (record: JobRecord) => (record.provider === event.id ? undefined : found);
      this.#then(async () => await records.change(id, change, { holds: true }));
    }
    if (event.type === 'progress') this.#count(event.event);
  }

  /** Waits until everything is reported. */
  async settled(): Promise<void> {
    await this.#progress.settled();
    await this.#warnings;
  }

  #count(event: ProgressEvent): void {
    const { id, records, redact } = this.#options;
    this.#counter.count('reason' in event ? { ...event, reason: redact(event.reason) } : event);
    if (event.type !== 'warning') {
      this.#progress.changed();
      return;
    }
    const message = redact(event.message);
    const said = { event: { type: 'warning', data: { message } }, holds: true } as const;
    this.#then(async () => await records.change(id, ({ warnings }) => ({ warnings: [...warnings, message] }), said));
  }

  async #publish(): Promise<void> {
    const { id, records, isSpoken = false, onGone } = this.#options;
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
