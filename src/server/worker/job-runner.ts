import type { Logger } from 'pino';
import { throwIfCanceled } from '../../core/errors.ts';
import { exists } from '../../core/files/exists.ts';
import { missingSpace } from '../../core/files/require-space.ts';
import type { ProgressEvent } from '../../core/progress.ts';
import type { Usage } from '../access/usage.ts';
import { toFailure } from '../errors/failure.ts';
import type { Redact } from '../errors/failure.ts';
import { hasRoom, hasRoomFor, isDiskFull } from '../jobs/local/disk-room.ts';
import { endRemake, jobBytes, jobPaths, removeUnfinished, removeUpload, runPaths } from '../jobs/job-paths.ts';
import { begunNow, endedAs, hasEnded, tooManyStarts, unstarted } from '../jobs/job-record.ts';
import type { JobRecord } from '../jobs/job-record.ts';
import type { FolderRecords } from '../jobs/local/folder-records.ts';
import { MemoryQueue } from '../jobs/local/memory-queue.ts';
import type { RunEnd } from '../jobs/local/memory-queue.ts';
import { idAt, jobLists } from '../jobs/ports/job-lists.ts';
import type { AddOptions, Queue } from '../jobs/ports/queue.ts';
import { endedByStop } from '../jobs/require-state.ts';
import { settledWithin } from '../jobs/settled-within.ts';
import type { Metrics } from '../metrics.ts';
import type { Limits } from '../server-settings.ts';
import type { JobOutcome, JobToRun } from './run-job.ts';
import { RunReport } from './run-report.ts';
import { RunningJobs } from './running-jobs.ts';
import type { RunningJob } from './running-jobs.ts';
import { untilCorrected } from './until-corrected.ts';
import type { RunInWorkerOptions } from './worker-process.ts';
import type { WorkerEvent } from './worker-messages.ts';

/** Options of `JobRunner`. */
export interface JobRunnerOptions {
  /** Runs the conversion of a job. Throws what the conversion throws. */
  readonly run: (job: JobToRun, options: RunInWorkerOptions) => Promise<JobOutcome>;
  readonly records: FolderRecords;
  /** Holds the folders of all jobs. */
  readonly folder: string;
  readonly limits: Pick<Limits, 'conversionsAtOnce' | 'freeBytes'>;
  readonly redact: Redact;
  readonly logger: Logger;
  readonly usage?: Pick<Usage, 'charge'> | undefined;
  readonly metrics?: Pick<Metrics, 'observeWait' | 'observeJob' | 'countCall' | 'countEvent'> | undefined;
  /** Time between two looks at a full disk, in milliseconds. Default: 5 s. */
  readonly roomCheckMs?: number | undefined;
}

/** The queue of a service that runs its jobs itself. */
export class JobRunner implements Queue {
  readonly slots: number;
  readonly #options: JobRunnerOptions;
  readonly #queue: MemoryQueue;
  readonly #running = new RunningJobs();
  readonly #passwords = new Map<string, string>();

  constructor(options: JobRunnerOptions) {
    const { limits, records, folder, roomCheckMs = 5000 } = options;
    this.#options = options;
    this.slots = limits.conversionsAtOnce;
    this.#queue = new MemoryQueue({
      atOnce: limits.conversionsAtOnce,
      run: async (id) => await this.#run(id),
      priorityOf: (id) => records.peek(id)?.priority,
      hasRoom: async () => await hasRoom(folder, limits.freeBytes),
      roomCheckMs,
    });
  }

  /** Queues the jobs that an earlier process left, in their old order. One that was started too often without progress fails. */
  async restore(): Promise<void> {
    const { records, logger } = this.#options;
    const lists = jobLists(undefined, ['queued', 'running']);
    const left = await Promise.all(lists.map(async (list) => await records.range(list)));
    for (const id of left.flat().toSorted().map(idAt)) {
      const record = records.peek(id);
      if (!record) continue;
      const failure = tooManyStarts(record);
      if (failure) await this.#end(id, { state: 'failed', failure });
      else {
        if (record.state === 'running') await records.change(id, () => ({ state: 'queued' }), { holds: true });
        logger.info({ job: id }, 'job restored');
        this.#queue.push(id);
      }
    }
  }

  /** Any password can be kept in memory. */
  checkPassword(): void {}

  async add({ id }: JobRecord, { password }: AddOptions = {}): Promise<void> {
    // A job that has just ended would be in the queue still, and its end forgets the password.
    await this.#queue.ended(id);
    if (password !== undefined) this.#passwords.set(id, password);
    this.#queue.push(id);
  }

  passwordOf(id: string): string | undefined {
    return this.#passwords.get(id);
  }

  async stop(id: string): Promise<void> {
    this.#running.cancel(id);
    await this.#queue.leave(id);
    const record = this.#options.records.peek(id);
    if (record) this.#tellEnd(record);
  }

  start(): void {
    this.#queue.start();
  }

  async close(graceMs: number): Promise<void> {
    const left = this.#queue.stop();
    // Their requests need not wait for jobs that run.
    await Promise.all(left.map(async (id) => await this.#leave(id)));
    await settledWithin([{ settled: this.#queue.idle() }], graceMs);
    this.#running.stopAll();
    await this.#queue.idle();
  }

  problems(): readonly string[] {
    const waiting = this.#queue.withoutRoom;
    if (waiting === 0) return [];
    return [`The disk has no room for ${waiting === 1 ? 'a job that waits' : `${waiting} jobs that wait`} for it.`];
  }

  async #run(id: string): Promise<RunEnd> {
    const { records, logger, metrics, folder } = this.#options;
    const { record } = (await records.change(id, begunNow, { holds: true })) ?? {};
    if (!record) return 'settled';
    metrics?.observeWait((Date.now() - record.createdMs) / 1000);
    logger.info({ job: id, kind: record.kind, book: record.upload.name }, 'job started');
    using running = this.#running.add(id, id);
    try {
      const place = { paths: runPaths(folder, record), password: this.passwordOf(id) };
      const outcome = await untilCorrected(record, records, async (now) => {
        return await this.#convert({ ...place, record: now }, running);
      });
      await this.#end(id, outcome);
    } catch (thrown) {
      return await this.#fail(record, running, thrown);
    }
    return 'settled';
  }

  async #convert(job: JobToRun, running: RunningJob): Promise<JobOutcome> {
    const { run, records, redact, usage, metrics } = this.#options;
    const { id, owner } = job.record;
    const report = new RunReport({ id, records, redact, everyMs: 0, onGone: () => this.#running.cancel(id) });
    const refused = new AbortController();
    let isAdvanced = job.record.starts === 0;
    const onEvent = (event: WorkerEvent): void => {
      report.onEvent(event);
      if (event.type === 'call') metrics?.countCall(event);
      if (event.type !== 'progress') return;
      const { event: news } = event;
      metrics?.countEvent(news);
      if (!isAdvanced && isAdvance(news)) {
        isAdvanced = true;
        void records.change(id, () => ({ starts: 0 }), { event: 'none', holds: true });
      }
      if (news.type !== 'plan-made') return;
      usage?.charge(owner, id, news.characters).catch((error: unknown) => refused.abort(error));
    };
    try {
      const outcome = await run(job, { signal: AbortSignal.any([running.signal, refused.signal]), onEvent });
      throwIfCanceled(running.signal);
      return outcome;
    } catch (error) {
      throw refused.signal.aborted && !running.signal.aborted ? refused.signal.reason : error;
    } finally {
      await report.settled();
    }
  }

  /** Ends a job that still runs. One that failed, has only its scripts or can be corrected keeps its upload, so that it can go on. */
  async #end(id: string, outcome: Partial<JobRecord>): Promise<void> {
    const { records, folder, logger } = this.#options;
    const before = records.peek(id);
    if (!before) return;
    const paths = jobPaths(folder, id);
    if (before.isRemade) await endRemake(paths, { adopts: outcome.state === 'done' });
    const { state, hasUpload } = { ...before, ...endedAs(before, outcome) };
    const isKept = state !== 'done' || hasUpload === true;
    const bytes = await jobBytes(paths, isKept);
    const ending = { ...outcome, endedMs: Date.now(), bytes, hasStream: await exists(paths.stream) };
    const end = (record: JobRecord): Partial<JobRecord> | undefined =>
      hasEnded(record) ? undefined : endedAs(record, ending);
    const ended = await records.change(id, end, { holds: true });
    if (!ended) return;
    this.#tellEnd(ended.record);
    try {
      if (state === 'failed') await removeUnfinished(paths.result);
      else if (!isKept) await removeUpload(paths);
    } catch (err) {
      logger.error({ job: id, err }, 'cannot remove the files of a job');
    }
  }

  async #fail(record: JobRecord, running: RunningJob, thrown: unknown): Promise<RunEnd> {
    const { redact, logger, folder } = this.#options;
    const { id } = record;
    const why = running.stopped();
    if (why === 'canceled') await endRemake(jobPaths(folder, id), { adopts: false });
    else if (why !== undefined) await this.#leave(id);
    if (why !== undefined) return 'settled';
    const room = await this.#roomFor(record, thrown);
    if (room) return room;
    const { code, detail } = toFailure(thrown, redact);
    if (code === 'internal') logger.error({ job: id, err: thrown }, 'job failed unexpectedly');
    await this.#end(id, { state: 'failed', failure: { code, detail } });
    return 'settled';
  }

  /** Leaves a job to the next process. A job whose request waits fails, because that request ends here. */
  async #leave(id: string): Promise<void> {
    await this.#options.records.change(id, (record) => endedByStop(record) ?? unstarted(record), { holds: true });
  }

  /** Lets a job wait that the disk has no room for. Returns how it goes on, or undefined when it has failed for another reason. */
  async #roomFor(record: JobRecord, thrown: unknown): Promise<RunEnd | undefined> {
    const { id, waitedFor } = record;
    const { folder, limits, logger, records } = this.#options;
    if (waitedFor || !(await isDiskFull(thrown, folder, limits.freeBytes))) return undefined;
    logger.error({ job: id }, 'disk full: job waits for room');
    await removeUnfinished(runPaths(folder, record).result).catch(() => undefined);
    const waits = await records.change(id, waitForRoom, { holds: true });
    if (!waits) return 'settled';
    const spaceNeed = missingSpace(thrown);
    return { hasRoom: async () => await hasRoomFor(spaceNeed, folder, limits.freeBytes) };
  }

  #tellEnd({ id, kind, state, upload, failure, startedMs, endedMs = Date.now() }: JobRecord): void {
    const { metrics, logger } = this.#options;
    this.#passwords.delete(id);
    metrics?.observeJob({ kind, state, seconds: Math.max(0, endedMs - (startedMs ?? endedMs)) / 1000 });
    logger.info({ job: id, state, book: upload.name, code: failure?.code }, 'job ended');
  }
}

function waitForRoom(record: JobRecord): Partial<JobRecord> | undefined {
  const waits = unstarted(record);
  return waits && { ...waits, warnings: [diskFullWarning] };
}

/** Segments and scripts are stored, so a run that makes one shortens the next. */
function isAdvance(event: ProgressEvent): boolean {
  return event.type === 'script-end' || (event.type === 'segment-spoken' && !event.stored);
}

const diskFullWarning = 'The disk of the service is full. The job continues when there is room.';
