import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { providerOptions } from '../../../pipeline/options/speech-options.ts';
import type { Redact } from '../../errors/failure.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { WorkerPool } from '../../worker/worker-pool.ts';
import type { WorkerContext } from '../../worker/worker-messages.ts';
import type { JobFiles } from '../files/job-files.ts';
import type { PasswordSeal } from '../queue/sealed-password.ts';
import type { RedisRecords } from '../records/redis-records.ts';
import type { PartProgress } from './parts/part-progress.ts';
import type { ProviderQueues } from './parts/provider-queues.ts';
import type { RunningJobs } from '../../worker/running-jobs.ts';
import type { ScratchFolder } from './scratch-folder.ts';
import type { WorkerLimits } from './worker-settings.ts';

/** The tools of a worker's jobs. */
export interface WorkTools {
  readonly bullmq: typeof import('bullmq');
  readonly redis: Redis;
  readonly records: RedisRecords;
  readonly files: JobFiles;
  readonly seal: PasswordSeal;
  readonly pool: Pick<WorkerPool, 'run'>;
  readonly workerContext: WorkerContext;
  readonly scratch: ScratchFolder;
  readonly running: RunningJobs;
  readonly progress: PartProgress;
  readonly queues: ProviderQueues;
  readonly limits: WorkerLimits;
  readonly redact: Redact;
  readonly logger: Logger;
}

/** Field of a job that names its provider. */
export const providerField = providerOptions.provider.field;

/** Returns the record of a job with the provider that was found for it, so that all workers speak with the same one. */
export function withProvider(record: JobRecord, provider: string | undefined): JobRecord {
  return provider === undefined ? record : { ...record, fields: { ...record.fields, [providerField]: provider } };
}

/** Shortest time between two reports of the progress of a job, in milliseconds. */
export const progressMs = 1000;
