import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../../core/write-whole.ts';
import { jobRecordSchema } from './job-record.ts';
import type { JobRecord } from './job-record.ts';

/** Where the parts of a job are. */
export interface JobFolder {
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

/** The places of a job in the folder of all jobs. */
export function jobFolder(jobsFolder: string, id: string): JobFolder {
  const folder = path.join(jobsFolder, id);
  return {
    folder,
    record: path.join(folder, 'job.json'),
    upload: path.join(folder, 'upload'),
    result: path.join(folder, 'result'),
  };
}

/** Makes the folders of a job. */
export async function makeJobFolder(places: JobFolder): Promise<void> {
  await mkdir(places.upload, { recursive: true, mode: 0o700 });
  await mkdir(places.result, { recursive: true, mode: 0o700 });
}

/** Writes the record whole or not at all. */
export async function writeJobRecord(places: JobFolder, record: JobRecord): Promise<void> {
  await writeWhole(places.record, JSON.stringify(record));
}

/**
 * The records of all jobs that outlive a process, oldest first. Folders without one are what a killed process left of
 * an upload or of a call that somebody waited for: they are removed.
 */
export async function readJobRecords(jobsFolder: string): Promise<readonly JobRecord[]> {
  const records: JobRecord[] = [];
  for (const entry of await readdir(jobsFolder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const places = jobFolder(jobsFolder, entry.name);
    const record = await readJobRecord(places);
    if (record && !record.waitedFor && record.id === entry.name) records.push(record);
    else await removeFolder(places.folder);
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

async function readJobRecord(places: JobFolder): Promise<JobRecord | undefined> {
  try {
    return jobRecordSchema.parse(JSON.parse(await readFile(places.record, 'utf8')));
  } catch {
    return undefined;
  }
}
