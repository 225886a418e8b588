import type { ProgressEvent } from '../../core/progress.ts';
import type { SpaceNeed } from '../../core/files/require-space.ts';
import type { Redact } from '../errors/failure.ts';
import { JobEvents } from './job-events.ts';
import type { JobEvent } from './job-events.ts';
import { flushJobFolders, writeJobRecord } from './job-paths.ts';
import type { JobPaths } from './job-paths.ts';
import { progressCounter } from './job-progress.ts';
import { hasEnded } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import { jobView } from './job-view.ts';
import type { JobView } from './job-view.ts';

/** The fields that a successful conversion adds to the record: its results, or only the state where it ends with its scripts. */
export type JobOutcome = Required<Pick<JobRecord, 'result' | 'files' | 'report'>> | { readonly state: 'scripted' };

/** Options of `Job`. */
export interface JobOptions {
  readonly paths: JobPaths;
  readonly redact: Redact;
  /** Begins the addresses in the view. Default: nothing. */
  readonly basePath?: string | undefined;
  /** Password of the book. */
  readonly password?: string | undefined;
  /** Called when a run has made something that a later run need not make again, once per run. */
  readonly onAdvance: () => void;
  /** Called with each event. */
  readonly onEvent?: ((job: Job, event: JobEvent) => void) | undefined;
}

/** A requested conversion in this process: its record, its events, and the means to cancel it. */
export class Job {
  readonly paths: JobPaths;
  readonly events = new JobEvents();
  readonly controller = new AbortController();
  /** Free space without which a run need not begin again. */
  spaceNeed: SpaceNeed | undefined;
  /** Resolves when this process is done with the job. */
  readonly settled: Promise<void>;
  readonly #redact: Redact;
  readonly #basePath: string;
  readonly #progress = progressCounter(() => performance.now());
  #password: string | undefined;
  readonly #onAdvance: () => void;
  #settle: () => void = () => undefined;
  #record: JobRecord;
  /** The write of the record that is under way, or the last one. Never rejects. */
  #written: Promise<unknown> = Promise.resolve();
  /** The write that follows the one under way. */
  #nextWrite: Promise<boolean> | undefined;
  #isRetired = false;

  constructor(record: JobRecord, { paths, redact, basePath = '', password, onAdvance, onEvent }: JobOptions) {
    this.#record = record;
    this.paths = paths;
    this.#redact = redact;
    this.#basePath = basePath;
    this.#password = password;
    this.#onAdvance = onAdvance;
    this.settled = new Promise((resolve) => (this.#settle = resolve));
    if (onEvent) this.events.listen((event) => onEvent(this, event));
    if (hasEnded(record)) this.#settle();
  }

  get record(): JobRecord {
    return this.#record;
  }

  /** Password of the book, until the job is released. Never in the record, which is on disk. */
  get password(): string | undefined {
    return this.#password;
  }

  get view(): JobView {
    const progress = this.#record.state === 'running' ? this.#progress.current() : undefined;
    return jobView(this.#record, progress, this.#basePath);
  }

  /** Changes the record and emits a `job` event. */
  change(changes: Partial<JobRecord>): void {
    this.#record = { ...this.#record, ...changes };
    this.announce();
  }

  /** Emits a `job` event with the job as it is. */
  announce(): void {
    this.events.emit('job', this.view);
  }

  /** Applies a progress event of the conversion. */
  applyProgress(event: ProgressEvent): void {
    if (this.#record.starts > 0 && isAdvance(event)) {
      this.#record = { ...this.#record, starts: 0 };
      this.#onAdvance();
    }
    this.#progress.count('reason' in event ? { ...event, reason: this.#redact(event.reason) } : event);
    if (event.type === 'warning') {
      const message = this.#redact(event.message);
      this.#record = { ...this.#record, warnings: [...this.#record.warnings, message] };
      this.events.emit('warning', { message });
    } else if (event.type !== 'file-written') {
      this.events.emit('progress', this.#progress.current());
    }
  }

  /**
   * Writes the record to the disk. One write follows the other, so that the last state wins; all that is asked for during a
   * write is in the next one. Returns false, and writes nothing, once the job is retired. Throws the error of the write.
   */
  async save(): Promise<boolean> {
    this.#nextWrite ??= this.#writeNext();
    return await this.#nextWrite;
  }

  /** Writes the first record, as `save` does, and makes sure that a power cut loses no file of the job. */
  async saveFirst(): Promise<void> {
    await this.save();
    await flushJobFolders(this.paths);
  }

  async #writeNext(): Promise<boolean> {
    await this.#written;
    this.#nextWrite = undefined;
    if (this.#isRetired) return false;
    const write = writeJobRecord(this.paths, this.#record);
    this.#written = write.catch(() => undefined);
    await write;
    return true;
  }

  /** Ends the writes of the record, because the job is removed or another object continues it. Waits for the one under way. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    await this.#written;
  }

  /** Whether the job is removed, or continued by another object. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** Takes `retire` back. */
  resume(): void {
    this.#isRetired = false;
  }

  /** Marks the job as settled: this process is done with it. */
  release(): void {
    this.#password = undefined;
    this.#settle();
  }
}

/** Segments and scripts are stored, so a run that makes one shortens the next. */
function isAdvance(event: ProgressEvent): boolean {
  return event.type === 'script-end' || (event.type === 'segment-spoken' && !event.stored);
}
