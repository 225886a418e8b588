import { existsSync } from 'node:fs';
import type { JobPaths } from '../job-paths.ts';
import { writeJobRecord } from '../job-paths.ts';
import type { JobRecord } from '../job-record.ts';

/** The file of a record, as its latest state was written. */
export class RecordFile {
  readonly #paths: JobPaths;
  readonly #latest: () => JobRecord | undefined;
  /** The write that is under way, or the last one. Never rejects. */
  #written: Promise<unknown> = Promise.resolve();
  /** The write that follows the one under way. */
  #next: Promise<void> | undefined;

  /** `latest` returns the record as it is to be written, or undefined when the job is removed. */
  constructor(paths: JobPaths, latest: () => JobRecord | undefined) {
    this.#paths = paths;
    this.#latest = latest;
  }

  /**
   * Writes the record. One write follows the other, so that the last state wins; all that is asked for during a write is in the next
   * one. Throws the error of the write, unless the job is removed.
   */
  async save(): Promise<void> {
    this.#next ??= this.#writeNext();
    await this.#next;
  }

  async #writeNext(): Promise<void> {
    await this.#written;
    this.#next = undefined;
    const record = this.#latest();
    if (!record) return;
    const write = writeJobRecord(this.#paths, record);
    this.#written = write.catch(() => undefined);
    try {
      await write;
    } catch (thrown) {
      if (this.#latest() || existsSync(this.#paths.marker)) throw thrown;
    }
  }
}
