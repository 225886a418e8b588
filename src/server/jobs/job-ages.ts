import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';

const agesSchema = z.record(z.string(), z.number().nonnegative());

/**
 * Ages of ended jobs: how long each was kept while a service ran, in milliseconds. Measured with the monotonic clock, because
 * a wall clock that is wrong once would delete jobs that are minutes old. A damaged or missing file restarts all ages at 0.
 */
export class JobAges {
  readonly #file: string;
  readonly #now: () => number;
  #ages: ReadonlyMap<string, number>;
  #countedMs: number;

  constructor(file: string, ages: ReadonlyMap<string, number>, now: () => number) {
    this.#file = file;
    this.#ages = ages;
    this.#now = now;
    this.#countedMs = now();
  }

  /** Reads the ages that an earlier process saved in the folder of all jobs. `now` is a monotonic clock in milliseconds. */
  static async open(folder: string, now: () => number = () => performance.now()): Promise<JobAges> {
    const file = path.join(folder, 'ages.json');
    return new JobAges(file, await readAges(file), now);
  }

  /** Adds the time since the last call to the ages of the given jobs and forgets all other jobs. */
  advance(ids: readonly string[]): void {
    const now = this.#now();
    const passed = now - this.#countedMs;
    this.#countedMs = now;
    // A job that is new here ended some time since the last call.
    this.#ages = new Map(ids.map((id) => [id, (this.#ages.get(id) ?? -passed) + passed]));
  }

  /** Saves the ages for the next process. */
  async save(): Promise<void> {
    await writeFileAtomic(this.#file, JSON.stringify(Object.fromEntries(this.#ages)));
  }

  /** Returns the age of a job. */
  of(id: string): number {
    return this.#ages.get(id) ?? 0;
  }
}

async function readAges(file: string): Promise<ReadonlyMap<string, number>> {
  try {
    return new Map(Object.entries(agesSchema.parse(JSON.parse(await readFile(file, 'utf8')))));
  } catch {
    return new Map();
  }
}
