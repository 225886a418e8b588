import { describe, expect, it, onTestFinished } from 'vitest';
import { startCluster } from '../../helpers/cluster.ts';
import type { TestCluster } from '../../helpers/cluster.ts';
import { buildEpub } from '../../helpers/epub-builder.ts';
import { s3SettingsFor } from '../../helpers/open-test-storage.ts';
import { madeAlone } from '../../helpers/made-alone.ts';
import { startHeldKokoro } from '../../helpers/servers/held-kokoro.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { startS3Double } from '../../helpers/servers/s3-double.ts';
import type { S3Fault } from '../../helpers/servers/s3-double.ts';
import { shortBook } from '../../helpers/small-book.ts';
import { bookForm, post, startService, waitForJob, waitUntil } from '../../helpers/start-service.ts';
import type { JobJson, RunningService } from '../../helpers/start-service.ts';

const { signal } = new AbortController();
const book = await buildEpub(shortBook);

async function send(service: RunningService): Promise<string> {
  const posted = await post(
    `${service.url}/jobs`,
    await bookForm({ kind: 'synthesize', tts_provider: 'kokoro' }, book),
  );
  const { id }: JobJson = JSON.parse(await posted.text());
  return id;
}

async function resultOf(service: RunningService, id: string): Promise<Buffer> {
  await waitForJob(service, id, 'done');
  return Buffer.from(await (await fetch(`${service.url}/jobs/${id}/result`)).arrayBuffer());
}

async function startFront({ redisServer: { url }, settings }: TestCluster): Promise<RunningService> {
  const front = await startService({ queue: url, settings });
  onTestFinished(async () => await front[Symbol.asyncDispose]());
  return front;
}

async function keysOf({ storage }: TestCluster, folder: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list(folder, signal)) keys.push(key);
  return keys;
}

describe.skipIf(isRedisMissing)('a queue whose Redis has lost its memory', () => {
  it('knows no job any more, takes the book again, and speaks nothing twice that was kept', async () => {
    const kokoro = await startHeldKokoro(1);
    const settings = { ...kokoro.settings, AUDIOBOOK_PART_CHARACTERS: 'auto' };
    const cluster = await startCluster(settings, { keeps: false });
    const front = await startFront(cluster);
    const worker = await cluster.startWorker();
    const lost = await send(front);
    await waitUntil(async () => (await keysOf(cluster, 'speech/')).length === 1 && kokoro.texts.length > 1);
    const [kept] = kokoro.texts;
    await cluster.redisServer.kill();
    await cluster.redisServer.restart();
    await waitUntil(async () => (await fetch(`${front.url}/ready`)).ok);
    expect((await fetch(`${front.url}/jobs/${lost}`)).status).toBe(404);
    // The limits of providers, and the job that looks after books, are there again.
    const { redis } = cluster;
    await waitUntil(async () => (await redis.hexists('bull:audiobook-speech-kokoro:meta', 'max')) === 1);
    await waitUntil(async () => (await redis.exists('bull:audiobook-care:repeat')) === 1);
    const again = await send(front);
    kokoro.release();
    expect((await resultOf(front, again)).equals((await madeAlone(shortBook)).bytes)).toBe(true);
    expect(kokoro.texts.filter((text) => text === kept)).toHaveLength(1);
    await worker.stop();
    expect(await keysOf(cluster, `jobs/${lost}/result/`)).toEqual([]);
  });
});

describe.skipIf(isRedisMissing)('a storage that is busy, slow and breaks off', () => {
  it('does not keep fronts and workers from making a book with the bytes of one machine', async () => {
    const kokoro = await startHeldKokoro();
    // Three requests in eight, in turns.
    const faults: readonly (S3Fault | undefined)[] = [
      undefined,
      'busy',
      undefined,
      'slow',
      undefined,
      'cut',
      undefined,
      undefined,
    ];
    const s3 = await startS3Double({ fault: (number) => faults[number % faults.length] });
    onTestFinished(async () => await s3[Symbol.asyncDispose]());
    const cluster = await startCluster({ ...kokoro.settings, ...s3SettingsFor(s3.url) });
    const front = await startFront(cluster);
    const worker = await cluster.startWorker();
    const id = await send(front);
    expect((await resultOf(front, id)).equals((await madeAlone(shortBook)).bytes)).toBe(true);
    expect(new Set(kokoro.texts).size).toBe(kokoro.texts.length);
    await worker.stop();
    const places = [...s3.objects.keys()].filter((key) => key.includes(`${id}/`)).map((key) => key.split('/')[3]);
    expect(new Set(places)).toEqual(new Set(['book', 'result']));
  });
});
