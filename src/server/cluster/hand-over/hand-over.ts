import path from 'node:path';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { z } from 'zod';
import { untilAborted } from '../../../core/deadline.ts';
import { AudiobookError } from '../../../core/errors.ts';
import { openTemporaryFolder } from '../../../core/files/atomic-file.ts';
import { makeFolders } from '../../../core/files/make-folder.ts';
import type { ProgressListener } from '../../../core/progress.ts';
import type { Settings } from '../../../core/settings.ts';
import { claimOutput } from '../../../pipeline/output/claim-output.ts';
import type { OutputClaim } from '../../../pipeline/output/claim-output.ts';
import type { ConversionReport } from '../../../pipeline/report/report.ts';
import { startRunLog } from '../../../pipeline/run-log.ts';
import type { RunLog } from '../../../pipeline/run-log.ts';
import type { Storage } from '../../../storage/storage.ts';
import { openLog } from '../../errors/open-log.ts';
import { newJobId } from '../../jobs/job-paths.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import type { Job } from '../../jobs/job.ts';
import { limitsFrom } from '../../server-settings.ts';
import { JobFiles } from '../files/job-files.ts';
import { openSharedStorage } from '../files/open-shared-storage.ts';
import { openClusterJobs } from '../front/open-cluster-jobs.ts';
import { connectRedis } from '../queue/connect-redis.ts';
import { failedJob, toCommandError } from './failed-job.ts';
import { fetchResult } from './fetch-result.ts';
import { fetchScripts, putBook } from './handed-files.ts';
import type { HandedBook } from './handed-files.ts';
import { leaveQueue } from './leave-queue.ts';
import { toldProgress } from './told-progress.ts';

/** The tools that a book is handed over with. */
export interface HandOverTools {
  /** Address of the queue. */
  readonly queue: string;
  readonly settings: Settings;
  /** For files that are under way. */
  readonly cacheFolder: string;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
  /** Prints a line. */
  readonly print: (message: string) => void;
}

/** The tools of a run, once everything is connected. */
interface HandOver extends HandOverTools {
  readonly client: Redis;
  readonly storage: Storage;
  readonly files: JobFiles;
  readonly claim: OutputClaim;
  readonly log: RunLog;
  readonly logger: Logger;
}

/**
 * Leaves a book to the workers of a queue, follows them, and writes what they made to the places where a run on this machine would
 * have written it. The job and its files are removed at the end, however it ends. Throws what such a run would throw, and as
 * `connectRedis` and `openSharedStorage` do.
 */
export async function handOver(handed: HandedBook, tools: HandOverTools): Promise<ConversionReport> {
  const { settings, signal, queue } = tools;
  const log = startRunLog(tools.onProgress);
  await using claim = await claimOutput(handed.request, signal, log);
  const logger = openLog({ write: warningsTo(log.warn) });
  await using storage = await openSharedStorage({ settings, logger, signal });
  const client = await connectRedis(queue, { signal, onError: lostConnection(log.warn) });
  const id = newJobId();
  const connected = { ...tools, claim, logger, log, client, storage, files: new JobFiles(storage) };
  try {
    return await run(id, handed, connected);
  } catch (thrown) {
    throw toCommandError(thrown);
  } finally {
    await leaveQueue(id, connected);
    client.disconnect();
  }
}

async function run(id: string, handed: HandedBook, tools: HandOver): Promise<ConversionReport> {
  const { settings, signal, cacheFolder, logger, client, storage } = tools;
  await makeFolders(cacheFolder);
  await using folder = await openTemporaryFolder(path.join(cacheFolder, 'audiobook-hand-over'));
  const usage = { requireLeft: () => undefined };
  const shared = { settings, folder: folder.path, limits: limitsFrom(settings), logger, basePath: '', usage, signal };
  await using opened = await openClusterJobs({ client, storage }, shared);
  opened.start();
  try {
    const book = await putBook(id, handed, { ...tools, folder: folder.path });
    const { kind, fields, password } = handed;
    const asked = { id, kind, fields, password, waitedFor: true, ...book };
    const { job } = await untilAborted(opened.jobs.create(asked), signal);
    tools.print(`The book is in the queue as job ${id}.`);
    await follow(job, tools);
    return await fetch(job, { handed, folder: folder.path }, tools);
  } finally {
    await opened.jobs.close(0);
  }
}

const warningSchema = z.object({ message: z.string() });

async function follow(job: Job, { log, signal }: HandOver): Promise<void> {
  const told = toldProgress(log.onProgress);
  const stop = job.events.listen(({ type, data }) => {
    const { progress } = job.view;
    if (type === 'progress' && progress) told(progress);
    const warning = type === 'warning' ? warningSchema.safeParse(data).data : undefined;
    if (warning) log.warn(warning.message);
  });
  try {
    await untilAborted(job.settled, signal);
  } finally {
    stop();
  }
}

interface Fetched {
  readonly handed: HandedBook;
  readonly folder: string;
}

/** Fetches the files of failed jobs as well as of finished ones: scripts cost most. */
async function fetch({ record }: Job, { handed, folder }: Fetched, tools: HandOver): Promise<ConversionReport> {
  const { request } = handed;
  const { files, claim, signal } = tools;
  if (!hasEnded(record)) {
    const message = 'The queue has lost the job. Convert the book again: what was spoken is kept.';
    throw new AudiobookError('output-failed', message);
  }
  await fetchScripts(record.id, request, { files, folder, signal });
  if (record.state === 'done') return await fetchResult(record, { request, claim, files, signal });
  if (record.failure) throw failedJob(record.failure);
  throw new AudiobookError('canceled', 'The job was canceled in the queue.');
}

/** Returns what takes the lines of a log and passes on those that someone who waits should see. */
function warningsTo(warn: (message: string) => void): (line: string) => void {
  const lineSchema = z.object({ level: z.enum(['warn', 'error', 'fatal']), msg: z.string() });
  return (line) => {
    const { data } = lineSchema.safeParse(JSON.parse(line));
    if (data) warn(data.msg);
  };
}

/** A lost connection reports each attempt to make it again. */
const sameErrorMs = 30_000;

function lostConnection(warn: (message: string) => void): () => void {
  let toldMs = -Infinity;
  return () => {
    const now = performance.now();
    if (now - toldMs < sameErrorMs) return;
    toldMs = now;
    warn('The queue cannot be reached. The workers go on meanwhile; trying again.');
  };
}
