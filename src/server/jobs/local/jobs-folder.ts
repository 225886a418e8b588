import { mkdir, readdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { AudiobookError, systemCode } from '../../../core/errors.ts';
import { exists } from '../../../core/files/exists.ts';
import { jobPaths, removeFolder, removeJobFolder } from '../job-paths.ts';
import type { JobPaths } from '../job-paths.ts';
import { jobRecordSchema } from '../job-record.ts';
import type { JobRecord } from '../job-record.ts';

/** Name of the folder of all jobs inside the configured one, which may hold anything else. */
const folderName = 'audiobook-jobs';
const markerName = '.audiobook-jobs';
const markerText = 'audiobook serve keeps its jobs in this folder and removes them by age.\n';

/**
 * Returns the folder of all jobs inside `parent` and creates it when it is missing. A marker file shows that it is ours.
 * Throws `bad-value` for a folder of this name with other contents and `output-failed` when it cannot be written to.
 */
export async function openJobsFolder(parent: string): Promise<string> {
  const folder = path.resolve(parent, folderName);
  const marker = path.join(folder, markerName);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await exists(marker))) {
      if ((await readdir(folder)).length > 0) throw foreignFolder(folder);
      await writeFile(marker, markerText);
    }
    const probe = path.join(folder, '.probe');
    await writeFile(probe, '');
    await removeFolder(probe);
  } catch (thrown) {
    if (thrown instanceof AudiobookError) throw thrown;
    const message = `Cannot write to the jobs folder ${folder} (${systemCode(thrown)}). Set AUDIOBOOK_JOBS_DIR to a folder that can be written to.`;
    throw new AudiobookError('output-failed', message, { cause: thrown });
  }
  return folder;
}

/**
 * Returns the records of all jobs that continue after a restart or are kept, oldest first. Removes the folders of uploads
 * that were cut off and of jobs whose request is gone. Sets a job with an unreadable record aside under another name, because
 * its audio may be complete. Touches only folders named as a job's that are marked or empty, and logs each of these steps.
 */
export async function readJobRecords(folder: string, logger: Logger): Promise<readonly JobRecord[]> {
  const records: JobRecord[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !uuid.test(entry.name)) continue;
    const paths = jobPaths(folder, entry.name);
    if (!(await exists(paths.marker))) {
      // A process was killed between making the folder and marking it, or between their removals.
      const wasEmpty = await rmdir(paths.folder).then(
        () => true,
        () => false,
      );
      if (wasEmpty) logger.info({ folder: entry.name }, 'empty folder of a job removed');
      else logger.warn({ folder: entry.name }, 'folder without the marker of a job: left alone');
      continue;
    }
    const record = await readJobRecord(paths, logger);
    if (record) records.push(record);
  }
  return records.toSorted((a, b) => a.createdMs - b.createdMs);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

async function readJobRecord(paths: JobPaths, logger: Logger): Promise<JobRecord | undefined> {
  const job = path.basename(paths.folder);
  const text = await readFile(paths.record, 'utf8').catch((thrown: unknown) => {
    if (systemCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  });
  if (text === undefined) {
    logger.info({ job }, 'unfinished upload removed');
    await removeJobFolder(paths);
    return undefined;
  }
  const record = parseRecord(text);
  if (record?.id !== job) {
    const aside = `${paths.folder}.set-aside`;
    logger.error({ job, to: path.basename(aside) }, 'job record damaged or of another version: job set aside');
    await rename(paths.folder, aside);
    return undefined;
  }
  if (!record.waitedFor) return record;
  logger.info({ job }, 'job removed: its request ended with the service');
  await removeJobFolder(paths);
  return undefined;
}

function parseRecord(text: string): JobRecord | undefined {
  try {
    return jobRecordSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function foreignFolder(folder: string): AudiobookError {
  const message = `The folder ${folder} holds files that audiobook did not make. Rename it, or set AUDIOBOOK_JOBS_DIR to another folder.`;
  return new AudiobookError('bad-value', message);
}
