import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AudiobookError, throwIfCanceled } from '../../../core/errors.ts';
import { partWriter } from '../../../core/files/atomic-file.ts';
import { parseJson } from '../../../core/http/parse-json.ts';
import { outputError } from '../../../core/files/output-error.ts';
import { readObject } from '../../../storage/read-object.ts';
import type { ObjectInfo, OpenObject, OpenOptions, Storage } from '../../../storage/storage.ts';
import type { JobPaths } from '../../jobs/job-paths.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { Files, JobFolder } from '../../jobs/ports/files.ts';
import type { RecordCopies } from '../records/redis-records.ts';
import { fileOfKey, jobFileKey, jobFolderKey, parseKey, recordKey, recordsFolder } from './job-file-key.ts';
import { brokenContent, resumedContent } from './resumed-content.ts';

/** A file of a job in the storage. */
export interface StoredFile {
  /** Id of the job. */
  readonly id: string;
  /** Its path in the folder of the job, with `/`. */
  readonly file: string;
  /** Unix time of the last write, in milliseconds. */
  readonly changedMs: number;
}

/** Time for a copy of a record, in milliseconds. */
const recordMs = 30_000;

/** A record with its report, lexicons and prompt. */
const maxRecordBytes = 50e6;

/** Files that are in the storage as they are on this machine: when they were changed, by their paths in the folder of the job. */
export type SeenFiles = Map<string, string>;

/**
 * The files of jobs in the storage, laid out as the folder of a job on one machine (`jobPaths`). Methods throw as `Storage` does.
 */
export class JobFiles implements Files, RecordCopies {
  readonly areHere = false;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /**
   * Stores a file, or all files below a folder, in place of what was there: `upload`, or `result/book.m4b`. With `seen`, only those that
   * have changed since.
   */
  async put({ id, folder }: JobFolder, place: string, signal: AbortSignal, seen?: SeenFiles): Promise<void> {
    for (const file of await filesBelow(folder, place)) {
      const source = path.join(folder, file);
      const changed = seen && (await changeOf(source));
      if (seen && seen.get(file) === changed) continue;
      await this.#storage.put(jobFileKey(id, file), createReadStream(source), signal);
      if (changed !== undefined) seen?.set(file, changed);
    }
  }

  /** Writes a file, or all files below a folder, to this machine, and adds them to `seen`. Returns the number of files. */
  async fetch({ id, folder }: JobFolder, place: string, signal: AbortSignal, seen?: SeenFiles): Promise<number> {
    const keys = await this.#keysOf(id, place, signal);
    for (const key of keys) {
      const file = fileOfKey(id, key);
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await this.download(id, file, { target, signal });
      const changed = seen && (await changeOf(target));
      if (changed !== undefined) seen?.set(file, changed);
    }
    return keys.length;
  }

  /** Writes a file of a job to a place on this machine. Throws `output-failed`, also for a place that takes no files. */
  async download(
    id: string,
    file: string,
    { target, signal }: { readonly target: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const opened = await this.open(id, file, { signal });
    if (!opened) throw brokenContent(this.#storage);
    try {
      await pipeline(opened.content, createWriteStream(target, { mode: 0o600 }), { signal });
    } catch (thrown) {
      await rm(target, { force: true }).catch(() => undefined);
      throwIfCanceled(signal);
      throw thrown instanceof AudiobookError ? thrown : unwritten(thrown, target);
    }
  }

  /** Opens a file of a job, or returns undefined when there is none. Content that breaks off goes on. */
  async open(id: string, file: string, options: OpenOptions): Promise<OpenObject | undefined> {
    const key = jobFileKey(id, file);
    const opened = await this.#storage.open(key, options);
    return opened && { ...opened, content: resumedContent(opened, { ...options, storage: this.#storage, key }) };
  }

  /** Returns what is known of a file of a job, or undefined when there is none. */
  async stat(id: string, file: string, signal: AbortSignal): Promise<ObjectInfo | undefined> {
    return await this.#storage.stat(jobFileKey(id, file), signal);
  }

  /** Yields the files of all jobs, in no certain order. Leaves out what this program did not store. */
  async *all(signal: AbortSignal): AsyncGenerator<StoredFile> {
    for await (const { key, changedMs } of this.#storage.list(jobFolderKey(''), signal)) {
      const found = parseKey(key);
      if (found) yield { ...found, changedMs };
    }
  }

  /** Removes a file, or all files below a folder; all files of the job without a place. */
  async remove(id: string, place: string | undefined, signal: AbortSignal): Promise<void> {
    for (const key of await this.#keysOf(id, place, signal)) await this.#storage.remove(key, signal);
  }

  async removeAll(id: string, signal: AbortSignal): Promise<void> {
    await this.remove(id, undefined, signal);
  }

  /** Keeps a copy of a record, for the case that Redis loses its memory. */
  async keepRecord(record: JobRecord): Promise<void> {
    await this.#storage.put(recordKey(record.id), Buffer.from(JSON.stringify(record)), AbortSignal.timeout(recordMs));
  }

  async removeRecord(id: string): Promise<void> {
    await this.#storage.remove(recordKey(id), AbortSignal.timeout(recordMs));
  }

  /** Yields the copies of all records, as JSON. */
  async *records(signal: AbortSignal): AsyncGenerator {
    for await (const { key } of this.#storage.list(recordsFolder, signal)) {
      const bytes = await readObject(this.#storage, key, { signal, maxBytes: maxRecordBytes });
      if (bytes) yield parseJson(Buffer.from(bytes).toString('utf8'));
    }
  }

  async #keysOf(id: string, place: string | undefined, signal: AbortSignal): Promise<readonly string[]> {
    const own = place === undefined ? jobFolderKey(id) : jobFileKey(id, place);
    const keys: string[] = [];
    if (place !== undefined && (await this.#storage.stat(own, signal))) keys.push(own);
    const inside = own.endsWith('/') ? own : `${own}/`;
    for await (const { key } of this.#storage.list(inside, signal)) keys.push(key);
    return keys;
  }
}

/** Returns the error for a file that this machine cannot write. Another one may: no value of the user is invalid. */
function unwritten(cause: unknown, target: string): AudiobookError {
  return new AudiobookError('output-failed', outputError(cause, target).message, { cause });
}

/** Returns where the scripts of a job are in its folder, with `/`. */
export function scriptsPlace({ folder, scripts }: JobPaths): string {
  return path.relative(folder, scripts).split(path.sep).join('/');
}

/** Returns a mark that differs for each version of a file; undefined when it is missing. */
async function changeOf(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && `${found.mtimeMs}-${found.size}`;
}

/** Returns the paths of the files at a place in a folder: the file itself, or those below it that are whole. None when it is missing. */
async function filesBelow(folder: string, place: string): Promise<readonly string[]> {
  const found = await stat(path.join(folder, place)).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) return [place];
  const entries = await readdir(path.join(folder, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && partWriter(entry.name) === undefined)
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}
