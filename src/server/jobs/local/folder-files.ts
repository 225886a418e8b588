import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../../../core/errors.ts';
import type { ObjectInfo, OpenObject, OpenOptions } from '../../../storage/storage.ts';
import { jobPaths, removeFolder, removeJobFolder } from '../job-paths.ts';
import type { Files } from '../ports/files.ts';

/** The files of the jobs of a service that keeps them in their folders on this machine. */
export class FolderFiles implements Files {
  readonly areHere = true;
  readonly #folder: string;

  /** `folder` is that of the folders of all jobs. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async stat(id: string, file: string): Promise<ObjectInfo | undefined> {
    const found = await stat(this.#pathOf(id, file)).catch((thrown: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(thrown) ?? '')) return undefined;
      throw thrown;
    });
    return found?.isFile() ? { key: file, bytes: found.size, changedMs: found.mtimeMs } : undefined;
  }

  async open(id: string, file: string, { signal, from = 0, to }: OpenOptions): Promise<OpenObject | undefined> {
    const found = await this.stat(id, file);
    const end = to === undefined ? undefined : to - 1;
    return found && { ...found, content: createReadStream(this.#pathOf(id, file), { start: from, end, signal }) };
  }

  /** They are where they are to be. */
  async fetch(): Promise<number> {
    return await Promise.resolve(0);
  }

  async put(): Promise<void> {
    await Promise.resolve();
  }

  async remove(id: string, place?: string): Promise<void> {
    const { upload, cover, result, stream, book } = jobPaths(this.#folder, id);
    const places = place === undefined ? [upload, cover, result, stream, book] : [this.#pathOf(id, place)];
    for (const one of places) await removeFolder(one);
  }

  async removeAll(id: string): Promise<void> {
    await removeJobFolder(jobPaths(this.#folder, id));
  }

  #pathOf(id: string, file: string): string {
    return path.join(jobPaths(this.#folder, id).folder, file);
  }
}
