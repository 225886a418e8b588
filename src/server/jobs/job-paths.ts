import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../../core/errors.ts';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import type { JobRecord } from './job-record.ts';

/** Paths of a job's files. */
export interface JobPaths {
  readonly folder: string;
  /** Empty file that shows that the folder is a job's. Only folders with it are ever removed. */
  readonly marker: string;
  readonly record: string;
  /** Folder of the book, which keeps its uploaded name. */
  readonly upload: string;
  /** Cover image that was sent with the book. */
  readonly cover: string;
  /** Folder of the text and the cover of the book, which are kept as long as the job. */
  readonly book: string;
  /** Folder of the stream for listeners. It exists when someone has asked for it. */
  readonly stream: string;
  /** The text with the time of each sentence. */
  readonly timings: string;
  readonly result: string;
  /** Folder of the scripts, whatever the format of the result. */
  readonly scripts: string;
}

/** Returns the id of a new job. */
export function newJobId(): string {
  return randomUUID();
}

/** Returns the paths of a job in the folder of all jobs. */
export function jobPaths(jobsFolder: string, id: string): JobPaths {
  const folder = path.join(jobsFolder, id);
  return {
    folder,
    marker: path.join(folder, '.audiobook-job'),
    record: path.join(folder, 'job.json'),
    upload: path.join(folder, 'upload'),
    cover: path.join(folder, 'cover'),
    book: path.join(folder, 'book'),
    stream: path.join(folder, 'stream'),
    timings: path.join(folder, 'book', 'timings.ndjson'),
    result: path.join(folder, 'result'),
    scripts: path.join(folder, 'result', 'scripts.audiobook'),
  };
}

/** Creates the folders of a job. */
export async function makeJobFolders(paths: JobPaths): Promise<void> {
  await mkdir(paths.folder, { mode: 0o700 });
  await writeFile(paths.marker, '');
  await mkdir(paths.upload, { recursive: true, mode: 0o700 });
  await mkdir(paths.result, { recursive: true, mode: 0o700 });
}

/** Writes the record atomically. */
export async function writeJobRecord(paths: JobPaths, record: JobRecord): Promise<void> {
  await writeFileAtomic(paths.record, JSON.stringify(record));
}

/** Flushes a file, or the names in a folder, to the disk. Some file systems cannot. */
export async function flush(file: string): Promise<void> {
  try {
    await using handle = await open(file, 'r');
    await handle.sync();
  } catch (thrown) {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM', 'EISDIR', 'EBADF'].includes(systemCode(thrown) ?? '')) throw thrown;
  }
}

/** Flushes the names of the files of a new job to the disk, so that a power cut does not lose it. */
export async function flushJobFolders({ folder, upload }: JobPaths): Promise<void> {
  for (const place of [upload, folder, path.dirname(folder)]) await flush(place);
}

/** Removes the files of an unfinished result. Scripts are kept because they are expensive. */
export async function removeUnfinished(resultFolder: string): Promise<void> {
  const names = await readdir(resultFolder).catch(() => []);
  const unfinished = names.filter((name) => !name.endsWith('.audiobook'));
  await Promise.all(unfinished.map((name) => removeFolder(path.join(resultFolder, name))));
}

/** Returns the paths of a run of a job. A finished one is made anew beside what is there; the upload and scripts are read where they are. */
export function runPaths(jobsFolder: string, { id, isRemade }: Pick<JobRecord, 'id' | 'isRemade'>): JobPaths {
  const paths = jobPaths(jobsFolder, id);
  return isRemade ? { ...paths, ...madePlaces(paths) } : paths;
}

function madePlaces({ folder }: JobPaths): Pick<JobPaths, 'result' | 'book' | 'stream' | 'timings'> {
  const { result, book, stream, timings } = jobPaths(folder, 'remake');
  return { result, book, stream, timings };
}

/** Puts what was made anew in the place of what was there, and removes the rest. Without `adopts` it only removes. */
export async function endRemake(paths: JobPaths, { adopts }: { readonly adopts: boolean }): Promise<void> {
  const made = madePlaces(paths);
  if (adopts) for (const place of ['book', 'result'] as const) await replaceFiles(paths[place], made[place]);
  await removeFolder(jobPaths(paths.folder, 'remake').folder);
}

/** Moves the files of a folder into another one, each in a step, and removes others that are there. Scripts stay. */
async function replaceFiles(folder: string, by: string): Promise<void> {
  const made = await readdir(by, { withFileTypes: true });
  for (const entry of made) {
    const target = path.join(folder, entry.name);
    if (entry.isDirectory()) await removeFolder(target);
    await rename(path.join(by, entry.name), target);
  }
  const names = new Set(made.map(({ name }) => name));
  const old = (await readdir(folder)).filter((name) => !names.has(name) && !name.endsWith('.audiobook'));
  for (const name of old) await removeFolder(path.join(folder, name));
}

/** Removes what a job was made from. */
export async function removeUpload({ upload, cover }: JobPaths): Promise<void> {
  await removeFolder(upload);
  await removeFolder(cover);
}

/** Returns the size of the files that a job keeps as long as it is kept itself: with its upload, or without. */
export async function jobBytes({ result, book, upload, cover }: JobPaths, hasUpload: boolean): Promise<number> {
  const sizes = await Promise.all([result, book, ...(hasUpload ? [upload, cover] : [])].map(folderBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
  return found.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0);
}

/** Removes the stream of a job that will sound different. One that was asked for is made again. */
export async function restartStream({ stream }: JobPaths): Promise<void> {
  if ((await stat(stream).catch(() => undefined)) === undefined) return;
  await removeFolder(stream);
  await mkdir(stream, { mode: 0o700 });
}

/**
 * Removes everything that belongs to a job, if it exists: its record first, and its marker last. A process that is killed in
 * between leaves a folder that the next one knows as an unfinished upload, and removes.
 */
export async function removeJobFolder({ folder, record, marker }: JobPaths): Promise<void> {
  await removeFolder(record);
  const names = await readdir(folder).catch(() => []);
  const files = names.map((name) => path.join(folder, name)).filter((file) => file !== marker);
  await Promise.all(files.map(removeFolder));
  await removeFolder(folder);
}

/** Removes a folder with its contents, if it exists. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
