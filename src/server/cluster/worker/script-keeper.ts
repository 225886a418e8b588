import { setTimeout as delay } from 'node:timers/promises';
import type { JobPaths } from '../../jobs/job-paths.ts';
import { scriptsPlace } from '../files/job-files.ts';
import type { JobFiles, SeenFiles } from '../files/job-files.ts';
import type { RunningJob } from '../../worker/running-jobs.ts';
import { removalMs } from '../queue/remove-job.ts';

/** Interval at which new scripts and answers of a model are stored, in milliseconds. */
const everyMs = 2000;

/** The options of a `ScriptKeeper`. */
export interface ScriptKeeperOptions {
  readonly id: string;
  readonly paths: JobPaths;
  readonly files: JobFiles;
  readonly running: RunningJob;
  /** The files that are stored already. */
  readonly seen: SeenFiles;
}

/**
 * Stores the scripts of a run, and the answers of the model, while they are written: they are what costs most, and a worker that is
 * killed leaves them to the next. Disposing stores the last ones where that is possible, unless the job was canceled.
 */
export class ScriptKeeper implements AsyncDisposable {
  readonly #options: ScriptKeeperOptions;
  readonly #end = new AbortController();
  readonly #keeping: Promise<void>;

  constructor(options: ScriptKeeperOptions) {
    this.#options = options;
    this.#keeping = this.#run();
  }

  /** Stores what is new. Throws as `Storage` does. */
  async keep(): Promise<void> {
    const { id, paths, files, seen } = this.#options;
    await files.put({ id, folder: paths.folder }, scriptsPlace(paths), AbortSignal.timeout(removalMs), seen);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#keeping;
    if (this.#options.running.stopped() !== 'canceled') await this.keep().catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted && this.#options.running.stopped() === undefined) await this.keep().catch(() => undefined);
    }
  }
}
