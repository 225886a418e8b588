import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AudiobookError, systemCode } from '../../../core/errors.ts';
import { isProcessAlive, processIdentity, processPlace } from '../../../core/process/process-alive.ts';
import { jobPaths, removeFolder } from '../../jobs/job-paths.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';

const folderName = 'audiobook-worker';
const placeName = '.place';

/** Folders of jobs on a worker, each for one run. Disposing removes all of them. */
export class ScratchFolder implements AsyncDisposable {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the paths of a job for one run. The folder is removed when the result is disposed of. */
  open(id: string): { readonly paths: JobPaths } & AsyncDisposable {
    const run = path.join(this.#folder, randomUUID());
    return { paths: jobPaths(run, id), [Symbol.asyncDispose]: async () => await removeFolder(run) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removeFolder(this.#folder);
  }
}

/**
 * Makes the folder of this process in `parent` and removes those of workers that were killed on this machine. Throws `output-failed`
 * when it cannot be written.
 */
export async function openScratchFolder(parent: string): Promise<ScratchFolder> {
  const all = path.resolve(parent, folderName);
  const own = path.join(all, processIdentity());
  try {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await writeFile(path.join(own, placeName), processPlace());
    await removeAbandoned(all);
  } catch (cause) {
    const message = `Cannot write to the folder ${all} (${systemCode(cause)}). Set AUDIOBOOK_JOBS_DIR to a folder that can be written to.`;
    throw new AudiobookError('output-failed', message, { cause });
  }
  return new ScratchFolder(own);
}

/** A process id of another container or an earlier start of the machine says nothing. */
async function removeAbandoned(all: string): Promise<void> {
  for (const name of await readdir(all)) {
    const place = await readFile(path.join(all, name, placeName), 'utf8').catch(() => undefined);
    if (place === processPlace() && !isProcessAlive(name)) await removeFolder(path.join(all, name));
  }
}
