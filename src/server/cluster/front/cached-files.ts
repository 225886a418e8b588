import type { JobFiles } from '../files/job-files.ts';
import { jobPaths, removeFolder } from '../../jobs/job-paths.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import type { RemoteFiles } from '../../jobs/served/served-jobs.ts';

/** Jobs whose files are kept on this machine. */
const maxJobs = 200;

/** Small files of jobs on this machine, such as their texts and covers: as many as are used, and no result. */
export class CachedFiles {
  readonly #files: JobFiles;
  readonly #folder: string;
  readonly #signal: AbortSignal;
  /** Fetched files of jobs that have ended, in the order of their last use. */
  readonly #fetched = new Map<string, { readonly ended: number; readonly places: Map<string, Promise<number>> }>();

  /** `folder` is that of the folders of all jobs on this machine. The signal ends all transfers. */
  constructor(files: JobFiles, folder: string, signal: AbortSignal) {
    this.#files = files;
    this.#folder = folder;
    this.#signal = signal;
  }

  /** Returns the files of a job. */
  of(record: JobRecord): RemoteFiles {
    const { id } = record;
    const place = { id, folder: jobPaths(this.#folder, id).folder };
    return {
      stat: async (file, signal) => await this.#files.stat(id, file, signal),
      open: async (file, options) => await this.#files.open(id, file, options),
      fetch: async (name) => await this.#fetch(record, name),
      put: async (file) => await this.#files.put(place, file, this.#signal),
    };
  }

  /** Removes the files of a job from this machine. */
  async drop(id: string): Promise<void> {
    this.#fetched.delete(id);
    await removeFolder(jobPaths(this.#folder, id).folder);
  }

  async #fetch(record: JobRecord, name: string): Promise<void> {
    const { id, endedMs = 0 } = record;
    const fetch = async (): Promise<number> =>
      await this.#files.fetch({ id, folder: jobPaths(this.#folder, id).folder }, name, this.#signal);
    // The files of a job that goes on, or has scripts that may be edited, change.
    if (!hasEnded(record) || record.state === 'scripted') {
      await fetch();
      return;
    }
    const known = this.#fetched.get(id);
    const job = known?.ended === endedMs ? known : { ended: endedMs, places: new Map<string, Promise<number>>() };
    this.#fetched.delete(id);
    this.#fetched.set(id, job);
    const fetched = job.places.get(name) ?? fetch();
    job.places.set(name, fetched);
    await fetched.catch((error: unknown) => {
      job.places.delete(name);
      throw error;
    });
    for (const oldest of [...this.#fetched.keys()].slice(0, -maxJobs)) await this.drop(oldest);
  }
}
