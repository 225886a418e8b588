import { Queue } from 'bullmq';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../../src/core/settings.ts';
import { bookPriority } from '../../../src/server/cluster/queue/book-priority.ts';
import { openBookQueue } from '../../../src/server/cluster/queue/book-queue.ts';
import { connectRedis } from '../../../src/server/cluster/queue/connect-redis.ts';
import { withoutTimeLimit } from '../../../src/server/cluster/records/ask-redis.ts';
import { PasswordSeal } from '../../../src/server/cluster/queue/sealed-password.ts';
import { newJobId } from '../../../src/server/jobs/job-paths.ts';
import { newJobRecord } from '../../../src/server/jobs/job-record.ts';
import type { JobRecord } from '../../../src/server/jobs/job-record.ts';
import { isRedisMissing, startRedis } from '../../helpers/servers/redis-server.ts';

const signal = new AbortController().signal;
const sealWith = (key: string | undefined): PasswordSeal =>
  new PasswordSeal(settingsFrom([{ AUDIOBOOK_QUEUE_KEY: key }]));

describe('the address of a queue', () => {
  it('is one of Redis, and an error does not show its password', async () => {
    const options = { signal, onError: () => undefined };
    await expect(connectRedis('http://localhost:6379', options)).rejects.toMatchObject({ code: 'bad-value' });
    await expect(connectRedis('redis://u:secret@host/books', options)).rejects.toThrow(
      "Invalid queue 'redis://…@host/books'. Expected redis://host:6379, or rediss:// for TLS.",
    );
  });

  it('is named where no server responds', async () => {
    const connecting = connectRedis('redis://:secret@127.0.0.1:1', {
      signal,
      onError: () => undefined,
      timeoutMs: 300,
    });
    await expect(connecting).rejects.toMatchObject({
      code: 'output-failed',
      message: 'The queue redis://127.0.0.1:1 cannot be reached (ECONNREFUSED). Start Redis, or correct the address.',
    });
  });
});

describe('the password of a book in the queue', () => {
  it('is read with the same key, for the same job', () => {
    const seal = sealWith('a key that all share');
    const sealed = seal.seal('open sesame', 'one');
    expect(sealed).not.toContain('sesame');
    expect(sealWith('a key that all share').open(sealed, 'one')).toBe('open sesame');
    expect(() => seal.open(sealed, 'another')).toThrow('not the same on all machines');
    expect(() => sealWith('a key of somebody else').open(sealed, 'one')).toThrow('not the same on all machines');
    expect(() => sealWith(undefined).open(sealed, 'one')).toThrow('not the same on all machines');
  });

  it('is refused without a key or with a short key', () => {
    expect(() => sealWith(undefined).seal('open sesame', 'one')).toThrow('needs AUDIOBOOK_QUEUE_KEY');
    expect(() => sealWith('short')).toThrow("Invalid AUDIOBOOK_QUEUE_KEY '***'. Expected 16 characters or more.");
  });
});

describe('the place of a book in the queue', () => {
  const createdMs = Date.UTC(2026, 10, 22);
  const book = (megabytes: number, laterMinutes = 0, more: Partial<JobRecord> = {}) => ({
    createdMs: createdMs + laterMinutes * 60_000,
    upload: { name: 'book.epub', bytes: megabytes * 1e6 },
    ...more,
  });

  it('lets short books overtake long ones for a while', () => {
    expect(bookPriority(book(0.3, 5), 0)).toBeLessThan(bookPriority(book(20), 0));
    expect(bookPriority(book(0.3, 24 * 60), 0)).toBeGreaterThan(bookPriority(book(20), 0));
  });

  it('lets callers with few books overtake those with many', () => {
    expect(bookPriority(book(1, 30), 0)).toBeLessThan(bookPriority(book(1), 50));
  });

  it('follows the priority of the job', () => {
    expect(bookPriority(book(20, 60, { priority: 'high' }), 0)).toBeLessThan(bookPriority(book(1), 0));
    expect(bookPriority(book(1, 0, { priority: 'low' }), 0)).toBeGreaterThan(bookPriority(book(20, 60), 0));
  });
});

describe.skipIf(isRedisMissing)('the queue of books', () => {
  it('holds a book once, without its password', async () => {
    const { url } = await startRedis();
    const redis = await connectRedis(url, { signal, onError: () => undefined });
    onTestFinished(() => redis.disconnect());
    await using queue = await openBookQueue(redis, sealWith('a key that all share'), withoutTimeLimit(redis));
    const upload = { name: 'book.epub', bytes: 1000 };
    const record = newJobRecord({ id: newJobId(), kind: 'synthesize', waitedFor: false, upload, fields: {} });
    expect(await queue.placeOf(record.id)).toBeUndefined();
    await queue.add(record, { password: 'open sesame' });
    await queue.add(record);
    expect(await queue.placeOf(record.id)).toBe('waiting');
    const bull = new Queue('audiobook-books', { connection: redis });
    onTestFinished(async () => await bull.close());
    const jobs = await bull.getJobs();
    expect(jobs.map(({ id, data }) => ({ id, data }))).toMatchObject([
      {
        id: record.id,
        data: { format: 1, id: record.id, step: 'plan', password: expect.not.stringContaining('sesame') },
      },
    ]);
  });
});
