import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { jobPaths, makeJobFolders, newJobId } from '../../src/server/jobs/job-paths.ts';
import type { JobRequest } from '../../src/server/jobs/job-record.ts';
import type { Job } from '../../src/server/jobs/job.ts';
import { Jobs } from '../../src/server/jobs/jobs.ts';
import { FolderFiles } from '../../src/server/jobs/local/folder-files.ts';
import { FolderRecords } from '../../src/server/jobs/local/folder-records.ts';
import { sweepJobs } from '../../src/server/jobs/sweep-jobs.ts';
import { limitsFrom } from '../../src/server/server-settings.ts';
import { JobRunner } from '../../src/server/worker/job-runner.ts';
import type { JobRunnerOptions } from '../../src/server/worker/job-runner.ts';
import { temporaryFolder } from './temporary-folder.ts';

const silent = pino({ enabled: false });
const { signal } = new AbortController();

const run = async (): Promise<never> => await Promise.reject(new Error('It fails.'));
const redact = (text: string): string => text;

/** The jobs of a service that keeps them in a folder, and runs them with a function of the test. */
export interface LocalJobs {
  readonly jobs: Jobs;
  readonly records: FolderRecords;
  readonly worker: JobRunner;
  readonly folder: string;
  /** Makes a job and follows it. */
  readonly create: (request?: Partial<JobRequest>) => Promise<Job>;
  readonly sweep: () => Promise<void>;
}

/** Options of `startLocalJobs`. */
export interface LocalJobsOptions extends Partial<Pick<JobRunnerOptions, 'run' | 'roomCheckMs' | 'logger'>> {
  readonly conversionsAtOnce?: number;
  /** The clock that the ages of jobs are counted by, in milliseconds. */
  readonly now?: () => number;
}

/** Starts the jobs of a service in a folder of their own. */
export async function startLocalJobs({
  conversionsAtOnce = 2,
  now,
  logger = silent,
  ...options
}: LocalJobsOptions = {}): Promise<LocalJobs> {
  const folder = await temporaryFolder();
  const limits = { ...limitsFrom(settingsFrom([{ AUDIOBOOK_FREE_DISK_MB: '1' }])), conversionsAtOnce };
  const records = await FolderRecords.open(folder, logger, now);
  const files = new FolderFiles(folder);
  const worker = new JobRunner({ run, roomCheckMs: 10, ...options, records, folder, limits, redact, logger });
  const usage = { requireLeft: () => undefined };
  const jobs = new Jobs({ records, files, queue: worker, folder, limits, usage, basePath: '', logger, signal });
  jobs.start();
  onTestFinished(async () => await jobs.close(0));
  return {
    jobs,
    records,
    worker,
    folder,
    async create(request) {
      const id = newJobId();
      await makeJobFolders(jobPaths(folder, id));
      const upload = { name: 'a.epub', bytes: 1 };
      const { job } = await jobs.create({ id, kind: 'synthesize', upload, fields: {}, waitedFor: false, ...request });
      await job.follow(signal);
      return job;
    },
    sweep: async () => await sweepJobs({ records, files, limits, logger, signal }),
  };
}
