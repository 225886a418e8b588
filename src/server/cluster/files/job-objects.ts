import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AudiobookError, canceled, systemCode } from '../../../core/errors.ts';
import { retry } from '../../../core/retry.ts';
import type { ObjectInfo, Storage } from '../../../storage/storage.ts';
import { fileOfKey, jobFolderKey, objectKey } from './object-key.ts';

/** The files of a job: in its folder on this machine, and in the storage. */
export interface JobObjects {
  readonly storage: Storage;
  readonly id: string;
  /** Folder of the job on this machine. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The storage tries its requests again itself. Only content that breaks off is left. */
const policy = { attempts: 4, firstDelayMs: 200, maxDelayMs: 2000 };

/** Stores files and folders of a job, such as `upload` or `result`, as far as they exist. Throws as `Storage.put` does. */
export async function storeFiles({ storage, id, folder, signal }: JobObjects, names: readonly string[]): Promise<void> {
  for (const name of names) {
    for (const file of await filesAt(folder, name)) {
      await storage.put(objectKey(id, file), createReadStream(path.join(folder, file)), signal);
    }
  }
}

/**
 * Fetches files and folders of a job, as far as they are stored. What callers or books named has to be fetched file by file, such as
 * `upload/NAME`: a folder comes without files of long names. Throws as `Storage.open` does, and the errors of the disk.
 */
export async function fetchFiles(job: JobObjects, names: readonly string[]): Promise<void> {
  const { storage, id, signal } = job;
  for (const name of names) {
    const found = await storage.stat(objectKey(id, name), signal);
    if (found) await fetchObject(job, name, found.key);
    else for await (const { key } of storage.list(`${objectKey(id, name)}/`, signal)) await fetchKnown(job, key);
  }
}

/** Removes the files of a job from the storage: all of them, or those that `isOver` tells by their paths in its folder. */
export async function removeFiles(
  { storage, id, signal }: Omit<JobObjects, 'folder'>,
  isOver: (file: string) => boolean = () => true,
): Promise<void> {
  const found: ObjectInfo[] = [];
  for await (const object of storage.list(jobFolderKey(id), signal)) found.push(object);
  for (const { key } of found) if (isOver(fileOfKey(id, key) ?? '')) await storage.remove(key, signal);
}

async function fetchKnown(job: JobObjects, key: string): Promise<void> {
  const file = fileOfKey(job.id, key);
  if (file !== undefined) await fetchObject(job, file, key);
}

async function fetchObject({ storage, folder, signal }: JobObjects, file: string, key: string): Promise<void> {
  const target = path.join(folder, file);
  if (!target.startsWith(`${path.resolve(folder)}${path.sep}`)) throw new Error(`Not a file of a job: '${file}'.`);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const fetch = async (): Promise<void> => {
    const opened = await storage.open(key, { signal });
    if (!opened) return;
    const writer = createWriteStream(target, { mode: 0o600 });
    await pipeline(opened.content, writer, { signal }).catch((thrown: unknown) => {
      if (signal.aborted) throw canceled(signal);
      throw systemCode(thrown) === 'ENOSPC' ? thrown : brokenOff(storage, thrown);
    });
    if (writer.bytesWritten !== opened.bytes) throw brokenOff(storage);
  };
  await retry(fetch, policy, signal);
}

function brokenOff({ address }: Storage, cause?: unknown): AudiobookError {
  const message = `The storage ${address} cannot be used: an object broke off while it was read.`;
  return new AudiobookError('output-failed', message, { cause, retryable: true });
}

/** Returns the paths of a file, or of the files in a folder, in the folder of the job. */
async function filesAt(folder: string, name: string): Promise<readonly string[]> {
  const place = path.join(folder, name);
  try {
    const entries = await readdir(place, { withFileTypes: true, recursive: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    return files.map((file) => path.relative(folder, file).split(path.sep).join('/'));
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOTDIR') return [name];
    if (systemCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}
