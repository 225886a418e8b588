import { AudiobookError } from '../../../core/errors.ts';
import { parseJson } from '../../../core/http/parse-json.ts';
import type { JobProgress } from '../../jobs/job-progress.ts';
import type { JobRecord } from '../../jobs/job-record.ts';
import type { JobSummary } from '../../jobs/ports/job-lists.ts';
import { positionsSchema } from '../../jobs/ports/position.ts';
import type { Position } from '../../jobs/ports/position.ts';
import type { ChangeOptions, ListRange, NewStoredJob, Records, StoredJob } from '../../jobs/ports/records.ts';
import type { AskRedis } from './ask-redis.ts';
import { writeOf } from './record-write.ts';
import { positionScript, progressScript, writeScript } from './record-scripts.ts';
import type { RecordWrite } from './record-scripts.ts';
import { RedisEvents } from './redis-events.ts';
import { keyPrefix, keys } from './redis-keys.ts';
import { listedFields, parseStored, storedFields } from './stored-record.ts';
import type { RedisJob } from './stored-record.ts';

/** Lifetime of a wait that is not renewed, in seconds. */
const waitSeconds = 60;

/** Changes of a record that are tried when others change it at the same time. */
const maxAttempts = 50;

/** Begins the fields with the positions of listeners in the hash of a job. */
const positionField = 'at:';

/** Keeps a copy of records that have changed, for the case that Redis loses its memory. */
export interface RecordCopies {
  keepRecord(record: JobRecord): Promise<void>;
  removeRecord(id: string): Promise<void>;
}

/** The records of all jobs of several machines, in Redis. Methods throw the errors of Redis, and `internal` for jobs in an unknown format. */
export class RedisRecords implements Records {
  readonly events: RedisEvents;
  readonly #ask: AskRedis;
  readonly #copies: RecordCopies | undefined;

  constructor(ask: AskRedis, copies?: RecordCopies) {
    this.#ask = ask;
    this.#copies = copies;
    this.events = new RedisEvents(ask);
  }

  async create({ record, replaceable }: NewStoredJob): Promise<string> {
    const { id, idempotency } = record;
    await this.#copies?.keepRecord(record);
    const write = { ...writeOf(undefined, { record, revision: 1 }), replaceable };
    const key = idempotency && keys.idempotency(idempotency.key);
    const answer = await this.#write(id, { ...write, key });
    // A connection that was lost may have asked twice.
    if (answer === 'written' || answer === 'changed') return id;
    await this.#copies?.removeRecord(id);
    return answer;
  }

  async get(id: string): Promise<RedisJob | undefined> {
    return parseStored(await this.#ask((client) => client.hmget(keys.job(id), ...storedFields)));
  }

  async has(id: string): Promise<boolean> {
    return (await this.#ask((client) => client.exists(keys.job(id)))) === 1;
  }

  async many(ids: readonly string[]): Promise<readonly StoredJob[]> {
    const hashes = await this.#ask((client) =>
      Promise.all(ids.map((id) => client.hmget(keys.job(id), ...listedFields))),
    );
    return hashes.flatMap((values) => parseKnown(values) ?? []);
  }

  async summaries(ids: readonly string[]): Promise<readonly (JobSummary | undefined)[]> {
    if (ids.length === 0) return [];
    const texts = await this.#ask((client) => client.hmget(keys.summaries, ...ids));
    // Only this program writes them.
    return texts.map((text): JobSummary | undefined => (text === null ? undefined : JSON.parse(text)));
  }

  async findByKey(key: string): Promise<StoredJob | undefined> {
    const id = await this.#ask((client) => client.get(keys.idempotency(key)));
    return id === null ? undefined : await this.get(id);
  }

  async change(
    id: string,
    next: (record: JobRecord) => Partial<JobRecord> | undefined,
    options: ChangeOptions = {},
  ): Promise<StoredJob | undefined> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const before = await this.get(id);
      const changes = before && next(before.record);
      if (!before || !changes) return undefined;
      const after = changedJob(before, changes);
      const answer = await this.#write(id, writeOf(before, after, options));
      if (answer === 'gone') return undefined;
      if (answer === 'changed') continue;
      // A run begins again anyway.
      if (after.record.state !== 'running') await this.#copies?.keepRecord(after.record).catch(() => undefined);
      return after;
    }
    throw new AudiobookError('internal', `The job ${id} changes too often.`);
  }

  async progress(id: string, progress: JobProgress): Promise<boolean> {
    return (await this.#run(progressScript, id, [JSON.stringify(progress)])) === 1;
  }

  async remove(id: string): Promise<boolean> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const before = await this.get(id);
      if (!before) return false;
      const answer = await this.#write(id, writeOf(before, undefined));
      if (answer === 'changed') continue;
      await this.#copies?.removeRecord(id).catch(() => undefined);
      return answer === 'written';
    }
    throw new AudiobookError('internal', `The job ${id} changes too often.`);
  }

  async range(list: string, { after, oldestFirst = false, offset = 0, limit = -1 }: ListRange = {}) {
    const key = keys.list(list);
    const from = after === undefined ? undefined : `(${after}`;
    const part = ['LIMIT', offset, Number.isFinite(limit) ? limit : -1] as const;
    return await this.#ask((client) =>
      oldestFirst
        ? client.zrangebylex(key, from ?? '-', '+', ...part)
        : client.zrevrangebylex(key, from ?? '+', '-', ...part),
    );
  }

  async count(list: string, from?: string): Promise<number> {
    const key = keys.list(list);
    return await this.#ask((client) =>
      from === undefined ? client.zcard(key) : client.zlexcount(key, `[${from}`, '+'),
    );
  }

  async keptBytes(): Promise<number> {
    return Number((await this.#ask((client) => client.get(keys.keptBytes))) ?? 0);
  }

  /** The clock of Redis is the only one that all processes share. */
  async nowMs(): Promise<number> {
    const [seconds, microseconds] = await this.#ask((client) => client.time());
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  }

  async waitFor(ids: readonly string[]): Promise<void> {
    await this.#ask(async (client) => {
      const set = ids.map(async (id) => await client.set(keys.waited(id), '1', 'EX', waitSeconds));
      return await Promise.all(set);
    });
  }

  /** Reports whether someone has waited for a job within the last minute. */
  async isWaitedFor(id: string): Promise<boolean> {
    return (await this.#ask((client) => client.exists(keys.waited(id)))) === 1;
  }

  async positions(ids: readonly string[], listener: string): Promise<readonly (Position | undefined)[]> {
    const field = positionField + listener;
    const texts = await this.#ask((client) => Promise.all(ids.map((id) => client.hget(keys.job(id), field))));
    return texts.map((text) => (text === null ? undefined : positionsSchema.parse({ at: parseJson(text) })['at']));
  }

  async keepPosition(id: string, listener: string, position: Position): Promise<Readonly<Record<string, Position>>> {
    const field = positionField + listener;
    await this.#run(positionScript, id, [field, JSON.stringify(position), position.updatedMs]);
    const hash = await this.#ask((client) => client.hgetall(keys.job(id)));
    const found = Object.entries(hash).filter(([name]) => name.startsWith(positionField));
    return positionsSchema.parse(
      Object.fromEntries(found.map(([name, text]) => [name.slice(positionField.length), parseJson(text)])),
    );
  }

  /**
   * Brings the jobs of an older version into the lists. That kept them in lists of its own, without which there is nothing to do. Its
   * workers leave these jobs to others then.
   */
  async adopt(): Promise<void> {
    const old = `${keyPrefix}jobs`;
    for (const id of await this.#ask((client) => client.zrange(old, 0, '-1'))) {
      await this.change(id, () => ({}), { event: 'none' });
      await this.#ask((client) => client.zrem(old, id));
    }
  }

  async #write(id: string, write: RecordWrite): Promise<string> {
    return String(await this.#run(writeScript, id, [JSON.stringify(write)]));
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

/** Jobs of a newer version are left out of lists. */
function parseKnown(values: readonly (string | null)[]): StoredJob | undefined {
  try {
    return parseStored(values);
  } catch {
    return undefined;
  }
}
