import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { newJobRecord } from '../../../src/server/jobs/job-record.ts';
import type { JobRecord } from '../../../src/server/jobs/job-record.ts';
import { startCluster } from '../../helpers/cluster.ts';
import { inProcessCli } from '../../helpers/in-process-cli.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { startService } from '../../helpers/start-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const file = { file: 'audiobook.mp3', name: 'Book.mp3', mediaType: 'audio/mpeg', bytes: 5, kind: 'audio' };

/** A finished book of an older version, which has nothing for lists but its report. */
function finished(at: number): JobRecord {
  const upload = { name: 'book.epub', bytes: 3 };
  return {
    ...newJobRecord({ id: randomUUID(), kind: 'synthesize', waitedFor: false, upload, fields: {} }),
    state: 'done',
    createdMs: at,
    endedMs: at,
    result: file,
    files: [file],
    report: {
      book: { title: `Volume ${at}`, authors: ['Ann'], language: 'en' },
      seconds: 5,
      voice: 'x',
      chapters: [],
      files: [{ seconds: 5 }],
    },
  };
}

async function json(url: string, init?: RequestInit): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(url, init);
  expect([url, answer.status]).toEqual([url, 200]);
  const body: Readonly<Record<string, unknown>> = JSON.parse(await answer.text());
  return body;
}

it.skipIf(isRedisMissing)(
  'a front lists hundreds of books, and has them again after Redis has lost its memory',
  async () => {
    const cluster = await startCluster();
    const { records, redisServer, settings, redis } = cluster;
    const made = Array.from({ length: 250 }, (_, at) => finished(Date.now() - (250 - at) * 1000));
    for (const record of made) await records.create({ record });
    const waiting = newJobRecord({
      id: randomUUID(),
      kind: 'synthesize',
      waitedFor: false,
      upload: { name: 'b.epub', bytes: 1 },
      fields: { voice: 'x' },
    });
    await records.create({ record: waiting });
    const front = await startService({ queue: redisServer.url, settings });
    onTestFinished(async () => await front[Symbol.asyncDispose]());
    const all = await json(`${front.url}/library?limit=1000`);
    expect([all['total'], (all['books'] as unknown[]).length]).toEqual([250, 250]);
    expect(await json(`${front.url}/library?limit=1&sort=title&offset=249`)).toMatchObject({
      books: [{ id: made[249]?.id, files: [{ seconds: 5 }] }],
    });
    const id = made[3]?.id ?? '';
    const place = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"seconds":3,"speed":1}' };
    await json(`${front.url}/library/${id}/position`, place);
    await json(`${front.url}/library/${made[4]?.id}`, { ...place, method: 'PATCH', body: '{"keep":true}' });

    await redis.flushall();
    expect(await json(`${front.url}/library`)).toMatchObject({ total: 0 });
    const restored = await inProcessCli(['queue', 'restore', '--queue', redisServer.url], {
      folder: await temporaryFolder(),
      environment: settings,
    });
    expect(restored).toEqual({ code: 0, stdout: 'Restored 251 jobs, and queued 1 of them.\n', stderr: '' });
    expect(await json(`${front.url}/library?limit=1&sort=heard`)).toMatchObject({
      total: 250,
      books: [{ id, title: `Volume ${made[3]?.endedMs}`, position: { seconds: 3 } }],
    });
    expect(await json(`${front.url}/library/${made[4]?.id}`)).toMatchObject({ keep: true });
    expect(await json(`${front.url}/jobs/${waiting.id}`)).toMatchObject({ state: 'queued', options: { voice: 'x' } });
    expect(await cluster.books.placeOf(waiting.id)).toBe('waiting');
  },
);
