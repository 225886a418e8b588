import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../core/atomic-file.ts';
import { jobRecordSchema } from './job-record.ts';
import type { JobRecord } from './job-record.ts';
import { lockName } from './lock-folder.ts';

/** Where the parts of a job are. */
export interface JobPaths {
  readonly folder: string;
  readonly record: string;
  /** Holds the book under the name it was sent with. */
  readonly upload: string;
  readonly result: string;
}

/** Returns the id of a new job. */
export function newJobId(): string {
  return randomUUID();
}

/** The paths of a job in the folder of all jobs. */
export function jobPaths(jobsFolder: string, id: string): JobPaths {
  const folder = path.join(jobsFolder, id);
  return {
    folder,
    record: path.join(folder, 'job.json'),
    upload: path.join(folder, 'upload'),
    result: path.join(folder, 'result'),
  };
}

/** Makes the folders of a job. */
export async function makeJobFolders(paths: JobPaths): Promise<void> {
  await mkdir(paths.upload, { recursive: true, mode: 0o700 });
  await mkdir(paths.result, { recursive: true, mode: 0o700 });
}

/** Writes the record whole or not at all. */
export async function writeJobRecord(paths: JobPaths, record: JobRecord): Promise<void> {
  await writeFileAtomic(paths.record, JSON.stringify(record));
}

/**
 * The records of all jobs that outlive a process, oldest first. Folders without one are what a killed process left of
 * an upload or of a call that somebody waited for: they are removed.
 */
export async function readJobRecords(jobsFolder: string): Promise<readonly JobRecord[]> {
  const records: JobRecord[] = [];
  for (const entry of await readdir(jobsFolder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === lockName) continue;
    const paths = jobPaths(jobsFolder, entry.name);
    const record = await readJobRecord(paths);
    if (record && !record.waitedFor && record.id === entry.name) records.push(record);
    else await removeFolder(paths.folder);
  }
  return records.toSorted((a, b) => a.createdMs - b.createdMs);
}

/** Removes a folder and what is in it; none is fine. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Bytes of all files below a folder. */
export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)));
  return found.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0);
}

async function readJobRecord(paths: JobPaths): Promise<JobRecord | undefined> {
  try {
    return jobRecordSchema.parse(JSON.parse(await readFile(paths.record, 'utf8')));
  } catch {
    return undefined;
  }
}
