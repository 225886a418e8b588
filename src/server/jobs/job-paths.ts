import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { jobRecordSchema } from './job-record.ts';
import type { JobRecord } from './job-record.ts';

/** Paths of a job's files. */
export interface JobPaths {
  readonly folder: string;
  readonly record: string;
  /** Folder of the book, which keeps its uploaded name. */
  readonly upload: string;
  readonly result: string;
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
    record: path.join(folder, 'job.json'),
    upload: path.join(folder, 'upload'),
    result: path.join(folder, 'result'),
  };
}

/** Creates the folders of a job. */
export async function makeJobFolders(paths: JobPaths): Promise<void> {
  await mkdir(paths.upload, { recursive: true, mode: 0o700 });
  await mkdir(paths.result, { recursive: true, mode: 0o700 });
}

/** Writes the record atomically. */
export async function writeJobRecord(paths: JobPaths, record: JobRecord): Promise<void> {
  await writeFileAtomic(paths.record, JSON.stringify(record));
}

/**
 * Returns the records of all jobs that continue after a restart or are kept, oldest first. Removes all other job
 * folders: a killed process leaves them behind for uploads and for jobs with a waiting request. Other files stay.
 */
export async function readJobRecords(jobsFolder: string): Promise<readonly JobRecord[]> {
  const records: JobRecord[] = [];
  for (const entry of await readdir(jobsFolder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !uuid.test(entry.name)) continue;
    const paths = jobPaths(jobsFolder, entry.name);
    const record = await readJobRecord(paths);
    if (record && !record.waitedFor && record.id === entry.name) records.push(record);
    else await removeFolder(paths.folder);
  }
  return records.toSorted((a, b) => a.createdMs - b.createdMs);
}

/** Removes a folder with its contents, if it exists. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

async function readJobRecord(paths: JobPaths): Promise<JobRecord | undefined> {
  try {
    return jobRecordSchema.parse(JSON.parse(await readFile(paths.record, 'utf8')));
  } catch {
    return undefined;
  }
}
