import { createHash } from 'node:crypto';
import { AudiobookError } from '../../../core/errors.ts';
import type { JobEvent } from '../../jobs/job-events.ts';
import type { JobProgress } from '../../jobs/job-progress.ts';
import { jobStates } from '../../jobs/job-record.ts';
import type { JobRecord, JobState } from '../../jobs/job-record.ts';
import type { AskRedis } from './ask-redis.ts';
import { changeScript, createScript, progressScript, removeScript } from './record-scripts.ts';
import { listedFields, listedRecord, parseStored, storedFields } from './stored-job.ts';
import type { StoredJob } from './stored-job.ts';

/** Begins all keys of this program in Redis, except those of the queue. */
export const keyPrefix = 'audiobook:';

/** Lifetime of an idempotency key, in seconds. It ends with its job. */
const keySeconds = 30 * 24 * 60 * 60;

/** Lifetime of a wait that is not renewed, in seconds. */
const waitSeconds = 60;

/** Changes of a record that are tried when others change it at the same time. */
const maxAttempts = 50;

/** Jobs of a list that are read with one command. */
const listChunk = 200;

/** Options of `ClusterRecords.create`. */
export interface NewStoredJob {
  readonly record: JobRecord;
  /** Id of a job that may lose its idempotency key to the new one. */
  readonly replaceable?: string | undefined;
}

/**
 * The records of all jobs of several machines, in Redis. A change names the record that it was made from, so that of two
 * processes that end a job only one does. Methods throw the errors of Redis.
 */
export class ClusterRecords {
  readonly #ask: AskRedis;

  constructor(ask: AskRedis) {
    this.#ask = ask;
  }

  /** Stores a new job. Returns its id, or that of the job that has its idempotency key already. */
  async create({ record, replaceable = '' }: NewStoredJob): Promise<string> {
    const { id, state, createdMs, owner = '', idempotency } = record;
    const key = idempotency === undefined ? '' : keyName(idempotency.key);
    const text = JSON.stringify(record);
    const given = [text, state, createdMs, owner, key, replaceable, keySeconds, eventData(record)];
    return String(await this.#run(createScript, id, given));
  }

  /** Returns a job, or undefined. Throws `internal` for one in an unknown format. */
  async get(id: string): Promise<StoredJob | undefined> {
    return parseStored(await this.#ask((client) => client.hmget(jobKey(id), ...storedFields)));
  }

  /** Reports whether there is a job with this id, also one in an unknown format. */
  async has(id: string): Promise<boolean> {
    return (await this.#ask((client) => client.exists(jobKey(id)))) === 1;
  }

  /** Returns the Unix time in milliseconds by the clock of Redis, the only one that all processes share. */
  async nowMs(): Promise<number> {
    const [seconds, microseconds] = await this.#ask((client) => client.time());
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  /** Says that someone waits for these jobs. It holds for a minute. */
  async waitFor(ids: readonly string[]): Promise<void> {
    await this.#ask(async (client) => {
      const set = ids.map(async (id) => await client.set(waitKey(id), '1', 'EX', waitSeconds));
      return await Promise.all(set);
    });
  }

  /** Reports whether someone has waited for a job within the last minute. */
  async isWaitedFor(id: string): Promise<boolean> {
    return (await this.#ask((client) => client.exists(waitKey(id)))) === 1;
  }

  /** Returns the job that was made with an idempotency key, or undefined. */
  async findByKey(key: string): Promise<StoredJob | undefined> {
    const id = await this.#ask((client) => client.get(`${keyPrefix}key:${keyName(key)}`));
    return id === null ? undefined : await this.get(id);
  }

  /**
   * Changes a job and returns it as it is then. `next` gets the latest record and may be called again when others change it at
   * the same time; where it returns undefined, or the job is gone, nothing changes and undefined is returned. `event` is emitted
   * in place of one with the whole job.
   */
  async change(
    id: string,
    next: (record: JobRecord) => Partial<JobRecord> | undefined,
    event?: Pick<JobEvent, 'type' | 'data'>,
  ): Promise<StoredJob | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const before = await this.get(id);
      const changes = before && next(before.record);
      if (!before || !changes) return undefined;
      const after = changedJob(before, changes);
      const answer = await this.#run(changeScript, id, [before.revision, ...changeArguments(after, event)]);
      if (answer === 1) return after;
      if (answer === -1) return undefined;
    }
    throw new AudiobookError('internal', `The job ${id} changes too often.`);
  }

  /** Keeps the progress of a running job. Returns false when the job does not run any more: it was canceled, or removed. */
  async progress(id: string, progress: JobProgress): Promise<boolean> {
    return (await this.#run(progressScript, id, [JSON.stringify(progress)])) === 1;
  }

  /** Removes a job. Returns false when there is none. */
  async remove(id: string): Promise<boolean> {
    return (await this.#run(removeScript, id, [])) === 1;
  }

  /** Yields the jobs in a state, or all, newest first. Their reports have only titles, and they have no progress. */
  async *list(state?: JobState): AsyncGenerator<StoredJob> {
    const ids = await this.#ask((client) => client.zrange(listKey(state), '+inf', '-inf', 'BYSCORE', 'REV'));
    for (let start = 0; start < ids.length; start += listChunk) {
      const keys = ids.slice(start, start + listChunk).map(jobKey);
      const hashes = await this.#ask((client) => Promise.all(keys.map((key) => client.hmget(key, ...listedFields))));
      for (const values of hashes) {
        const found = parseKnown(values);
        if (found) yield found;
      }
    }
  }

  /** Returns the number of jobs in each state. */
  async counts(): Promise<ReadonlyMap<JobState, number>> {
    const counts = await this.#ask((client) => Promise.all(jobStates.map((state) => client.zcard(listKey(state)))));
    return new Map(jobStates.map((state, at) => [state, counts[at] ?? 0]));
  }

  /** Returns how many jobs of an owner wait or run. */
  async countOpen(owner: string): Promise<number> {
    return await this.#ask((client) => client.scard(`${keyPrefix}open-of:${owner}`));
  }

  async #run(script: string, id: string, given: readonly (string | number)[]): Promise<unknown> {
    return await this.#ask((client) => client.eval(script, 1, keyPrefix, id, ...given));
  }
}

/** A job has progress in one run. */
function changedJob({ revision, ...before }: StoredJob, changes: Partial<JobRecord>): StoredJob {
  const record = { ...before.record, ...changes };
  const progress = record.state === before.record.state ? before.progress : undefined;
  return { record, progress, revision: revision + 1 };
}

function changeArguments(
  { record, progress }: StoredJob,
  { type, data }: Partial<Pick<JobEvent, 'type' | 'data'>> = {},
): readonly string[] {
  const text = type === undefined ? eventData(record, progress) : JSON.stringify(data);
  const report = record.report === undefined ? '' : JSON.stringify(record.report);
  return [JSON.stringify(listedRecord(record)), record.state, report, type ?? 'job', text];
}

/** Jobs of a newer version are left out of lists. */
function parseKnown(values: readonly (string | null)[]): StoredJob | undefined {
  try {
    return parseStored(values);
  } catch {
    return undefined;
  }
}

function eventData(record: JobRecord, progress?: JobProgress): string {
  return JSON.stringify({ record: listedRecord(record), progress });
}

function jobKey(id: string): string {
  return `${keyPrefix}job:${id}`;
}

function waitKey(id: string): string {
  return `${keyPrefix}waited:${id}`;
}

function listKey(state: JobState | undefined): string {
  return state === undefined ? `${keyPrefix}jobs` : `${keyPrefix}state:${state}`;
}

/** A key of a caller may have any characters. */
function keyName(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
