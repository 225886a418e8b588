import type { ProgressEvent } from '../../core/progress.ts';
import type { Redact } from '../errors/failure.ts';
import { JobEvents } from './job-events.ts';
import type { JobPaths } from './job-paths.ts';
import { progressCounter } from './job-progress.ts';
import { hasEnded } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';

/** What a successful conversion adds to the record. */
export type JobOutcome = Required<Pick<JobRecord, 'result' | 'report'>>;

/** A conversion that somebody asked for, in this process: its record, what is told of it, and how to stop it. */
export class Job {
  readonly paths: JobPaths;
  readonly events = new JobEvents();
  readonly controller = new AbortController();
  /** Resolves when nothing more will happen to it in this process. */
  readonly settled: Promise<void>;
  private readonly redact: Redact;
  private readonly progress = progressCounter(() => performance.now());
  private heldPassword: string | undefined;
  private settle: () => void = () => undefined;
  private current: JobRecord;

  constructor(record: JobRecord, paths: JobPaths, redact: Redact, password?: string) {
    this.current = record;
    this.paths = paths;
    this.redact = redact;
    this.heldPassword = password;
    this.settled = new Promise((resolve) => (this.settle = resolve));
    if (hasEnded(record)) this.settle();
  }

  get record(): JobRecord {
    return this.current;
  }

  /** Of the book, until nothing more will happen. In this process only: a record is on disk. */
  get password(): string | undefined {
    return this.heldPassword;
  }

  /** The job as callers see it. */
  get view(): JobView {
    return jobView(this.current, this.current.state === 'running' ? this.progress.current() : undefined);
  }

  /** Changes the record and tells everybody who follows. */
  change(changes: Partial<JobRecord>): void {
    this.current = { ...this.current, ...changes };
    this.events.emit('job', this.view);
  }

  /** Takes up what the conversion tells. */
  applyProgress(event: ProgressEvent): void {
    this.progress.count(event);
    if (event.type === 'warning') {
      const message = this.redact(event.message);
      this.current = { ...this.current, warnings: [...this.current.warnings, message] };
      this.events.emit('warning', { message });
    } else if (event.type !== 'file-written') {
      this.events.emit('progress', this.progress.current());
    }
  }

  /** Says that nothing more will happen in this process. */
  release(): void {
    this.heldPassword = undefined;
    this.settle();
  }
}
