import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../../core/files/atomic-file.ts';
import { parseJson } from '../../../core/http/parse-json.ts';

const fileSchema = z.record(z.string(), z.number().nonnegative());

/** Name of the field with the time; the others are ages of jobs, which older versions kept here. */
const field = 'uptimeMs';

/** Where the time begins, so that the end of a job of an older version is not before it. */
const startMs = 1e12;

/**
 * The time that services have run on a folder of jobs, in milliseconds. The ages of jobs are counted in it, by the monotonic clock,
 * because a wall clock that is wrong once would delete jobs that are minutes old. A damaged or missing file restarts it.
 */
export class Uptime {
  /** Ages of ended jobs by their ids, as an older version left them. */
  readonly ages: ReadonlyMap<string, number>;
  readonly #file: string;
  readonly #beforeMs: number;
  readonly #openedMs: number;
  readonly #now: () => number;

  constructor(file: string, kept: Readonly<Record<string, number>>, now: () => number) {
    const { [field]: before = startMs, ...ages } = kept;
    this.#file = file;
    this.#beforeMs = before;
    this.ages = new Map(Object.entries(ages));
    this.#now = now;
    this.#openedMs = now();
  }

  /** Reads the time that earlier processes ran. `now` is a monotonic clock in milliseconds. */
  static async open(folder: string, now: () => number = () => performance.now()): Promise<Uptime> {
    const file = path.join(folder, 'ages.json');
    const text = await readFile(file, 'utf8').catch(() => '');
    return new Uptime(file, fileSchema.safeParse(parseJson(text)).data ?? {}, now);
  }

  /** Returns the time now. */
  nowMs(): number {
    return Math.floor(this.#beforeMs + this.#now() - this.#openedMs);
  }

  /** Writes the time for the next process. */
  async save(): Promise<void> {
    await writeFileAtomic(this.#file, JSON.stringify({ [field]: this.nowMs() }));
  }
}
