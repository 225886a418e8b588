import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { parseJson } from '../../../core/http/parse-json.ts';
import { RequestError } from '../../errors/request-error.ts';
import { flushJobFolders, jobPaths } from '../job-paths.ts';
import type { JobProgress } from '../job-progress.ts';
import { hasEnded, jobRecordSchema } from '../job-record.ts';
import type { JobRecord } from '../job-record.ts';
import { readJobRecords } from './jobs-folder.ts';
import { listMoves, summaryOf } from '../ports/job-lists.ts';
import type { JobSummary } from '../ports/job-lists.ts';
import { positionsFile, positionsSchema } from '../ports/position.ts';
import type { Position } from '../ports/position.ts';
import type { ChangeOptions, ListRange, NewStoredJob, Records, StoredJob } from '../ports/records.ts';
import { MemoryEvents } from './memory-events.ts';
import { MemoryLists } from './memory-lists.ts';
import { RecordFile } from './record-file.ts';
import { Uptime } from './uptime.ts';

type Positions = Readonly<Record<string, Position>>;

interface KeptJob extends StoredJob {
  readonly positions: Positions;
  readonly file: RecordFile;
}

/** The records of a service on one machine: in memory, and each in a file in the folder of its job. */
export class FolderRecords implements Records {
  readonly events = new MemoryEvents();
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #uptime: Uptime;
  readonly #jobs = new Map<string, KeptJob>();
  readonly #keys = new Map<string, string>();
  readonly #lists = new MemoryLists();
  #bytes = 0;

  constructor(folder: string, uptime: Uptime, logger: Logger) {
    this.#folder = folder;
    this.#uptime = uptime;
    this.#logger = logger;
  }

  /** Reads the records in the folder of all jobs, as `readJobRecords` does. */
  static async open(folder: string, logger: Logger, now?: () => number): Promise<FolderRecords> {
    const uptime = await Uptime.open(folder, now);
    const records = new FolderRecords(folder, uptime, logger);
    for (const record of await readJobRecords(folder, logger)) await records.#restore(record);
    return records;
  }

  async #restore(record: JobRecord): Promise<void> {
    const text = await readFile(path.join(this.#folder, record.id, positionsFile), 'utf8').catch(() => '');
    const positions = positionsSchema.safeParse(parseJson(text)).data ?? {};
    const age = this.#uptime.ages.get(record.id);
    const nowMs = this.#uptime.nowMs();
    const keptFromMs = age === undefined ? (record.keptFromMs ?? nowMs) : nowMs - age;
    const job = this.#set(hasEnded(record) ? { ...record, keptFromMs } : record);
    this.#jobs.set(record.id, { ...job, positions });
    if (job.record.keptFromMs !== record.keptFromMs) await job.file.save();
  }

  async create({ record, replaceable }: NewStoredJob): Promise<string> {
    const { id, idempotency } = record;
    const earlier = idempotency && this.#keys.get(idempotency.key);
    if (earlier !== undefined && earlier !== replaceable) return earlier;
    const { file } = this.#set(record);
    try {
      await file.save();
      await flushJobFolders(jobPaths(this.#folder, id));
    } catch (cause) {
      this.#forget(id);
      throw this.#notWritten(id, cause);
    }
    this.#emitJob(id);
    return id;
  }

  async get(id: string): Promise<StoredJob | undefined> {
    return await Promise.resolve(this.#jobs.get(id));
  }

  /** Returns a record, as `get` does, at once. */
  peek(id: string): JobRecord | undefined {
    return this.#jobs.get(id)?.record;
  }

  async many(ids: readonly string[]): Promise<readonly StoredJob[]> {
    return await Promise.resolve(ids.flatMap((id) => this.#jobs.get(id) ?? []));
  }

  async summaries(ids: readonly string[]): Promise<readonly (JobSummary | undefined)[]> {
    const found = ids.map((id) => this.#jobs.get(id));
    return await Promise.resolve(found.map((job) => job && summaryOf(job.record)));
  }

  async findByKey(key: string): Promise<StoredJob | undefined> {
    return await this.get(this.#keys.get(key) ?? '');
  }

  async change(
    id: string,
    next: (record: JobRecord) => Partial<JobRecord> | undefined,
    { event, holds = false }: ChangeOptions = {},
  ): Promise<StoredJob | undefined> {
    const before = this.peek(id);
    const changes = before && next(before);
    if (!changes) return undefined;
    const changed = this.#set({ ...before, ...changes, ...this.#ageOf(before, changes) });
    if (event === undefined) this.#emitJob(id);
    else if (event !== 'none') this.events.emit({ ...event, job: id, owner: before.owner });
    try {
      await changed.file.save();
    } catch (cause) {
      const error = this.#notWritten(id, cause);
      if (holds) return changed;
      this.#takeBack(before, changes);
      throw error;
    }
    return changed;
  }

  async progress(id: string, progress: JobProgress): Promise<boolean> {
    const job = this.#jobs.get(id);
    if (job?.record.state !== 'running') return await Promise.resolve(false);
    this.#jobs.set(id, { ...job, progress });
    this.events.emit({ type: 'progress', job: id, owner: job.record.owner, data: progress });
    return true;
  }

  async remove(id: string): Promise<boolean> {
    const record = this.peek(id);
    if (!record) return await Promise.resolve(false);
    this.#forget(id);
    this.events.emit({ type: 'removed', job: id, owner: record.owner, data: {} });
    return true;
  }

  async range(list: string, range: ListRange = {}): Promise<readonly string[]> {
    return await Promise.resolve(this.#lists.range(list, range));
  }

  async count(list: string, from?: string): Promise<number> {
    return await Promise.resolve(this.#lists.count(list, from));
  }

  async keptBytes(): Promise<number> {
    return await Promise.resolve(this.#bytes);
  }

  async nowMs(): Promise<number> {
    return await Promise.resolve(this.#uptime.nowMs());
  }

  /** Writes the time that the ages of jobs are counted in. */
  async saveTime(): Promise<void> {
    await this.#uptime.save();
  }

  /** A request and its job are in the same process. */
  async waitFor(): Promise<void> {
    await Promise.resolve();
  }

  async positions(ids: readonly string[], listener: string): Promise<readonly (Position | undefined)[]> {
    return await Promise.resolve(ids.map((id) => this.#jobs.get(id)?.positions[listener]));
  }

  async keepPosition(id: string, listener: string, position: Position): Promise<Positions> {
    const job = this.#jobs.get(id);
    if (!job) return await Promise.resolve({});
    const { positions } = job;
    const known = positions[listener];
    if ((known?.updatedMs ?? 0) > position.updatedMs) return positions;
    const { bookmarks = known?.bookmarks } = position;
    const kept = { ...positions, [listener]: { ...position, ...(bookmarks && { bookmarks }) } };
    this.#jobs.set(id, { ...job, positions: kept });
    return kept;
  }

  /** Returns from when a job is kept: the age of one that ends begins now. */
  #ageOf(before: JobRecord, changes: Partial<JobRecord>): Pick<JobRecord, 'keptFromMs'> | undefined {
    const ends = !hasEnded(before) && hasEnded({ ...before, ...changes });
    return ends ? { keptFromMs: this.#uptime.nowMs() } : undefined;
  }

  /** Takes a record into memory in place of the one before. */
  #set(record: JobRecord): KeptJob {
    const { id, idempotency } = record;
    const before = this.#jobs.get(id) ?? this.#newJob(record);
    const progress = before.record.state === record.state ? before.progress : undefined;
    const job: KeptJob = { ...before, record, progress, revision: before.revision + 1 };
    this.#move(this.peek(id), record);
    this.#jobs.set(id, job);
    if (idempotency && before.revision === 0) this.#keys.set(idempotency.key, id);
    return job;
  }

  #newJob(record: JobRecord): KeptJob {
    const file = new RecordFile(jobPaths(this.#folder, record.id), () => this.peek(record.id));
    return { record, revision: 0, positions: {}, file };
  }

  #forget(id: string): void {
    const record = this.peek(id);
    this.#jobs.delete(id);
    const { key = '' } = record?.idempotency ?? {};
    if (this.#keys.get(key) === id) this.#keys.delete(key);
    this.#move(record, undefined);
  }

  #move(before: JobRecord | undefined, after: JobRecord | undefined): void {
    const moves = listMoves(before, after);
    this.#lists.move(moves);
    this.#bytes += moves.bytes;
  }

  #emitJob(id: string): void {
    const job = this.#jobs.get(id);
    if (job) this.events.emit({ type: 'job', job: id, owner: job.record.owner, data: job });
  }

  /** Undoes a change that could not be written, unless the job has gone on since. */
  #takeBack(before: JobRecord, changes: Partial<JobRecord>): void {
    const now = this.peek(before.id);
    if (!now) return;
    const kept = Object.entries(before).filter(([name]) => name in changes);
    const cleared = Object.keys(changes).map((name) => [name, undefined]);
    this.#set(jobRecordSchema.parse({ ...now, ...Object.fromEntries([...cleared, ...kept]) }));
    this.#emitJob(before.id);
  }

  /** Logs why a record cannot be written, and returns the error for the caller. */
  #notWritten(job: string, err: unknown): RequestError {
    this.#logger.error({ job, err }, 'cannot write job record');
    return new RequestError('disk-full', 'The service cannot write to its disk. Try again later.');
  }
}
