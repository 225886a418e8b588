import { jobPaths, removeFolder, restartStream } from './job-paths.ts';
import { hasEnded } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import type { OwnFiles } from './job.ts';
import type { Files } from './ports/files.ts';

/** Jobs whose files are kept on this machine, at least. */
const maxJobs = 200;

/** Time for which fetched files are kept after their last use, in milliseconds: someone may be reading them. */
const keepMs = 10 * 60 * 1000;

/** Options of `CachedFiles`. */
export interface CachedFilesOptions {
  readonly files: Files;
  /** Folder of the folders of all jobs on this machine. */
  readonly folder: string;
  /** Ends all transfers. */
  readonly signal: AbortSignal;
}

interface FetchedJob {
  readonly ended: number;
  readonly places: Map<string, Promise<number>>;
  usedMs: number;
}

/** Small files of jobs on this machine, such as their texts and covers: as many as are used, and no result. */
export class CachedFiles {
  readonly #options: CachedFilesOptions;
  /** Fetched files of jobs that have ended, in the order of their last use. */
  readonly #fetched = new Map<string, FetchedJob>();

  constructor(options: CachedFilesOptions) {
    this.#options = options;
  }

  /** Returns the files of a job. */
  of(record: JobRecord): OwnFiles {
    const { files, folder, signal } = this.#options;
    const { id } = record;
    const paths = jobPaths(folder, id);
    return {
      areHere: files.areHere,
      stat: async (file, until) => await files.stat(id, file, until),
      open: async (file, options) => await files.open(id, file, options),
      fetch: async (place) => (files.areHere ? undefined : await this.#fetch(record, place)),
      put: async (file) => await files.put({ id, folder: paths.folder }, file, signal),
      restartStream: async () => (files.areHere ? await restartStream(paths) : undefined),
    };
  }

  /** Removes the files of a job from this machine, if they are kept elsewhere. */
  async drop(id: string): Promise<void> {
    const { files, folder } = this.#options;
    this.#fetched.delete(id);
    if (!files.areHere) await removeFolder(jobPaths(folder, id).folder);
  }

  async #fetch(record: JobRecord, place: string): Promise<void> {
    const { files, folder, signal } = this.#options;
    const { id, endedMs = 0 } = record;
    const fetch = async (): Promise<number> =>
      await files.fetch({ id, folder: jobPaths(folder, id).folder }, place, signal);
    // The files of a job that goes on, or has scripts that may be edited, change.
    if (!hasEnded(record) || record.state === 'scripted') {
      await fetch();
      return;
    }
    const known = this.#fetched.get(id);
    const job =
      known?.ended === endedMs ? known : { ended: endedMs, places: new Map<string, Promise<number>>(), usedMs: 0 };
    job.usedMs = performance.now();
    this.#fetched.delete(id);
    this.#fetched.set(id, job);
    const fetched = job.places.get(place) ?? fetch();
    job.places.set(place, fetched);
    await fetched.catch((error: unknown) => {
      job.places.delete(place);
      throw error;
    });
    await this.#dropUnused();
  }

  async #dropUnused(): Promise<void> {
    const before = performance.now() - keepMs;
    const oldest = [...this.#fetched].slice(0, -maxJobs);
    for (const [id, { usedMs }] of oldest) if (usedMs < before) await this.drop(id);
  }
}
