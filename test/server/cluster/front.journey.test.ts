import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../../src/core/settings.ts';
import { removeStrayUploads } from '../../../src/server/cluster/front/stray-uploads.ts';
import { JobFiles } from '../../../src/server/cluster/files/job-files.ts';
import { openBookQueue } from '../../../src/server/cluster/queue/book-queue.ts';
import type { BookQueue } from '../../../src/server/cluster/queue/book-queue.ts';
import { connectRedis } from '../../../src/server/cluster/queue/connect-redis.ts';
import { PasswordSeal } from '../../../src/server/cluster/queue/sealed-password.ts';
import { careForBooks } from '../../../src/server/cluster/worker/care.ts';
import { withoutTimeLimit } from '../../../src/server/cluster/records/ask-redis.ts';
import { RedisRecords } from '../../../src/server/cluster/records/redis-records.ts';
import type { ServeOptions } from '../../../src/server/run-service.ts';
import type { JobRecord } from '../../../src/server/jobs/job-record.ts';
import { startCluster } from '../../helpers/cluster.ts';
import { buildEpub } from '../../helpers/epub-builder.ts';
import { madeAlone } from '../../helpers/made-alone.ts';
import { folderSettingsFor, openTestStorage, s3SettingsFor } from '../../helpers/open-test-storage.ts';
import { rawRequest } from '../../helpers/raw-request.ts';
import { startCli } from '../../helpers/run-cli.ts';
import { inProcessCli } from '../../helpers/in-process-cli.ts';
import { startHeldKokoro } from '../../helpers/servers/held-kokoro.ts';
import { isRedisMissing, startRedis } from '../../helpers/servers/redis-server.ts';
import { startS3rver } from '../../helpers/servers/s3rver.ts';
import { shortBook } from '../../helpers/small-book.ts';
import { bookForm, post, startJob, startService, waitForJob, waitUntil } from '../../helpers/start-service.ts';
import type { JobJson, RunningService } from '../../helpers/start-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const { signal } = new AbortController();
const audio = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));

const progress = {
  stage: 'speaking' as const,
  chapters: 1,
  segments: { done: 1, total: 2 },
  characters: { done: 10, total: 20 },
  percent: 50,
  audioSeconds: 3,
  retries: 0,
};

const report = {
  book: { title: 'Emma', authors: ['Jane Austen'], language: 'en' },
  seconds: 5,
  voice: 'af_heart',
  chapters: [{ title: 'One', startMs: 0 }],
  files: [{ seconds: 5 }],
};

const result = { file: 'audiobook.mp3', name: 'Emma.mp3', mediaType: 'audio/mpeg', bytes: audio.length };

/** Does what a worker does, step by step. */
class HandWorker {
  readonly records: RedisRecords;
  readonly files: JobFiles;
  readonly queue: BookQueue;

  constructor(records: RedisRecords, files: JobFiles, queue: BookQueue) {
    this.records = records;
    this.files = files;
    this.queue = queue;
  }

  async begin(id: string): Promise<void> {
    await this.records.change(id, () => ({ state: 'running', startedMs: Date.now() }));
    await this.records.progress(id, progress);
  }

  /** Stores the audio and the text, and ends the job. */
  async finish(id: string): Promise<void> {
    const folder = await temporaryFolder();
    for (const name of ['result', 'book']) await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, 'result', result.file), audio);
    await writeFile(path.join(folder, 'book', 'text.txt'), 'Emma Woodhouse');
    for (const place of ['result', 'book']) await this.files.put({ id, folder }, place, signal);
    await this.end(id, { state: 'done', result, files: [{ ...result, kind: 'audio' }], report });
  }

  /** Stores a file of a job. */
  async store(id: string, file: string): Promise<void> {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, path.dirname(file)));
    await writeFile(path.join(folder, file), 'content');
    await this.files.put({ id, folder }, file, signal);
  }

  async end(id: string, changes: Partial<JobRecord>): Promise<void> {
    await this.records.change(id, () => ({ ...changes, endedMs: Date.now() }));
  }
}

/** Starts Redis, a storage and two fronts. */
async function start(storageSettings?: Readonly<Record<string, string>>) {
  const redis = await startRedis();
  const shared = await temporaryFolder();
  const settings = storageSettings ?? folderSettingsFor(shared);
  const fronts = [await startFront(redis.url, settings), await startFront(redis.url, settings)] as const;
  const client = await connectRedis(redis.url, { signal, onError: () => undefined });
  onTestFinished(() => client.disconnect());
  const ask = withoutTimeLimit(client);
  const queue = await openBookQueue(client, new PasswordSeal(settingsFrom([settings])), ask);
  onTestFinished(async () => await queue[Symbol.asyncDispose]());
  const storage = await openTestStorage(settings);
  const files = new JobFiles(storage);
  const worker = new HandWorker(new RedisRecords(ask, files), files, queue);
  const stored = async (id: string): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const { key } of storage.list(`jobs/${id}/`, signal)) keys.push(key.slice(`jobs/${id}/`.length));
    return keys;
  };
  return { redis, client, fronts, worker, stored, settings };
}

async function startFront(
  queue: string,
  settings: Readonly<Record<string, string>>,
  work?: ServeOptions['work'],
): Promise<RunningService> {
  const front = await startService({ queue, settings, work });
  onTestFinished(async () => await front[Symbol.asyncDispose]());
  return front;
}

/** Follows a job until its stream ends. */
async function eventsOf(front: RunningService, id: string, lastId?: string): Promise<readonly SentEvent[]> {
  const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  const answer = await fetch(`${front.url}/jobs/${id}/events`, { headers });
  const blocks = (await answer.text()).split('\n\n').filter((block) => block.includes('data: '));
  return blocks.map((block) => {
    const [eventId = '', type = '', data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
    return { id: eventId, type, data: JSON.parse(data) };
  });
}

interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function json(url: string, init?: RequestInit): Promise<JobJson> {
  const answer = await fetch(url, init);
  const body: JobJson = JSON.parse(await answer.text());
  return body;
}

describe.skipIf(isRedisMissing)('two fronts of one queue', () => {
  it('take books, and show the same jobs', async () => {
    const { fronts, worker, stored } = await start();
    const [a, b] = fronts;
    const init = { headers: { 'Idempotency-Key': 'once' } };
    const job = await startJob(a, { speed: '1.5' }, init);
    expect(job.state).toBe('queued');
    expect(await json(`${b.url}/jobs/${job.id}`)).toEqual(job);
    expect(await stored(job.id)).toEqual([expect.stringMatching(/^upload\//u)]);
    expect(await worker.queue.placeOf(job.id)).toBe('waiting');
    expect((await startJob(b, { speed: '1.5' }, init)).id).toBe(job.id);
    const other = await post(`${b.url}/jobs`, await bookForm({ kind: 'synthesize', speed: '1.2' }), init);
    expect([other.status, await other.json()]).toMatchObject([422, { code: 'idempotency-mismatch' }]);
    const second = await startJob(b);
    for (const front of fronts) {
      const list = await json(`${front.url}/jobs`);
      expect(list['jobs']).toMatchObject([{ id: second.id }, { id: job.id }]);
      expect(await front.jobFolders().catch(() => [])).toEqual([]);
    }
    const metrics = await (await fetch(`${b.url}/metrics`)).text();
    expect(metrics).toContain('audiobook_jobs{state="queued"} 2');
  });

  it('follow a job alike, and resume on any front after the last event that was seen', async () => {
    const { fronts, worker } = await start();
    const [a, b] = fronts;
    const { id } = await startJob(a);
    const followed = eventsOf(b, id);
    const all = await fetch(`${a.url}/events`);
    const reader = all.body?.getReader();
    await worker.begin(id);
    await worker.records.change(id, ({ warnings }) => ({ warnings: [...warnings, 'slow'] }), {
      event: { type: 'warning', data: { message: 'slow' } },
    });
    await worker.finish(id);
    const seen = await followed;
    const [last] = seen.slice(-1);
    expect(last).toMatchObject({ type: 'job', data: { id, state: 'done', report: { voice: 'af_heart' } } });
    const [first, ...rest] = await eventsOf(a, id, '1-1');
    expect([first?.type, rest]).toEqual(['job', []]);
    const started = await worker.records.get(id);
    expect(started?.record.state).toBe('done');
    for (const front of fronts) {
      for (const [at, { id: lastId }] of seen.slice(0, -1).entries()) {
        expect(await eventsOf(front, id, lastId)).toEqual(seen.slice(at + 1));
      }
      const over = await fetch(`${front.url}/jobs/${id}/events`, { headers: { 'Last-Event-ID': last?.id ?? '' } });
      expect(over.status).toBe(204);
    }
    let text = '';
    while (!text.includes('"state":"done"')) {
      const part = await reader?.read();
      if (!part || part.done) break;
      text += Buffer.from(part.value).toString('utf8');
    }
    await reader?.cancel();
    expect(text).toContain('"state":"done"');
    expect(text).toContain('event: snapshot');
  });

  it('cancel, remove and retry what the other has taken', async () => {
    const { fronts, worker, stored, client } = await start();
    const [a, b] = fronts;
    const { id } = await startJob(a);
    await worker.begin(id);
    const canceled = await json(`${b.url}/jobs/${id}`, { method: 'DELETE' });
    expect(canceled.state).toBe('canceled');
    expect(await worker.records.progress(id, progress)).toBe(false);
    expect(await stored(id)).toEqual([]);
    expect((await fetch(`${a.url}/jobs/${id}/result`)).status).toBe(410);
    expect((await fetch(`${a.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${b.url}/jobs/${id}`)).status).toBe(404);
    expect(await client.keys(`audiobook:*${id}`)).toEqual([`audiobook:events:${id}`]);

    const failed = await startJob(a);
    await worker.begin(failed.id);
    await worker.end(failed.id, { state: 'failed', failure: { code: 'provider-failed', detail: 'No.' } });
    expect(await json(`${b.url}/jobs/${failed.id}`)).toMatchObject({ state: 'failed', canRetry: true });
    const again = await json(`${b.url}/jobs/${failed.id}/retry`, { method: 'POST' });
    expect(again).toMatchObject({ id: failed.id, state: 'queued' });
    expect(again['error']).toBeUndefined();
    expect(await worker.queue.placeOf(failed.id)).toBe('waiting');
    const twice = await fetch(`${a.url}/jobs/${failed.id}/retry`, { method: 'POST' });
    expect(twice.status).toBe(409);
  });

  it('answer who waits for a conversion, and end what a caller has left', async () => {
    const { fronts, worker, stored } = await start();
    const [a, b] = fronts;
    const answer = post(`${a.url}/synthesize`, await bookForm());
    const id = await queuedJob(b);
    await worker.begin(id);
    await worker.finish(id);
    const sent = Buffer.from(await (await answer).arrayBuffer());
    expect(sent.equals(audio)).toBe(true);
    await expect.poll(async () => (await fetch(`${b.url}/jobs/${id}`)).status).toBe(404);
    expect(await stored(id)).toEqual([]);

    const leaving = new AbortController();
    const left = post(`${a.url}/synthesize`, await bookForm(), { signal: leaving.signal });
    const leftId = await queuedJob(b);
    await worker.begin(leftId);
    leaving.abort();
    await expect(left).rejects.toThrow('abort');
    await expect.poll(async () => (await fetch(`${b.url}/jobs/${leftId}`)).status).toBe(404);

    const cut = post(`${a.url}/synthesize`, await bookForm());
    await queuedJob(b);
    await a.stop();
    expect([(await cut).status, await (await cut).json()]).toMatchObject([503, { code: 'shutting-down' }]);
  });

  it('work on books themselves when asked to, with the bytes of one machine', async () => {
    const kokoro = await startHeldKokoro();
    const cluster = await startCluster({ ...kokoro.settings, AUDIOBOOK_PART_CHARACTERS: 'auto' });
    const { url } = cluster.redisServer;
    const work = { concurrency: 1, providers: ['kokoro'] };
    const [a, b] = [await startFront(url, cluster.settings, work), await startFront(url, cluster.settings)];
    const form = await bookForm({ kind: 'synthesize' }, await buildEpub(shortBook));
    const { id } = (await (await post(`${a.url}/jobs`, form)).json()) as JobJson;
    const events = await eventsOf(b, id);
    expect(events.at(-1)).toMatchObject({ type: 'job', data: { state: 'done', provider: 'kokoro' } });
    const made = Buffer.from(await (await fetch(`${b.url}/jobs/${id}/result`)).arrayBuffer());
    expect(made.equals((await madeAlone(shortBook)).bytes)).toBe(true);
    expect((await fetch(`${a.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    const metrics = async (): Promise<string> => await (await fetch(`${b.url}/metrics`)).text();
    const calls = `audiobook_cluster_provider_calls_total{provider="kokoro"} ${kokoro.texts.length}\n`;
    await expect.poll(metrics).toContain(calls);
    const shown = await metrics();
    expect(shown).toContain('audiobook_queue_jobs{queue="audiobook-books",state="waiting"} 0\n');
    expect(shown).toContain('audiobook_workers 1\n');
    expect(shown).toMatch(/^audiobook_cluster_provider_seconds_total\{provider="kokoro"\} [\d.]+$/mu);
    const listed = await inProcessCli(['queue', 'list', '--queue', url], { folder: await temporaryFolder() });
    expect(listed.stdout).toMatch(/^PROVIDER +CALLS +ERRORS +SECONDS EACH\nkokoro +\d+ +0 +\d+\.\d\d$/mu);
    const left: string[] = [];
    for await (const { key } of cluster.storage.list('jobs/', signal)) left.push(key);
    expect(left).toEqual([]);
  });

  it('say that Redis is gone, and go on when it is there again', async () => {
    const { redis, fronts, worker } = await start();
    const [a, b] = fronts;
    const { id } = await startJob(a);
    expect((await fetch(`${b.url}/ready`)).status).toBe(200);
    await redis.kill();
    await expect.poll(async () => (await fetch(`${a.url}/jobs/${id}`)).status).toBe(503);
    const ready = await fetch(`${a.url}/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, problems: ['The queue cannot be reached.'] },
    ]);
    const refused = await post(`${a.url}/jobs`, await bookForm({ kind: 'synthesize' }));
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'queue-unavailable' }]);
    expect((await fetch(`${a.url}/health`)).status).toBe(200);
    expect((await fetch(`${a.url}/metrics`)).status).toBe(200);
    await redis.restart();
    for (const front of fronts) {
      await expect.poll(async () => (await fetch(`${front.url}/ready`)).status).toBe(200);
    }
    const followed = eventsOf(b, id);
    await worker.begin(id);
    await worker.finish(id);
    await waitForJob(a, id, 'done');
    expect((await followed).at(-1)).toMatchObject({ type: 'job', data: { state: 'done' } });
  });

  it('call a webhook once for each end, whichever of them sees it', async () => {
    const { bodies, port } = await startReceiver();
    const hosts = { AUDIOBOOK_WEBHOOK_HOSTS: '127.0.0.1', AUDIOBOOK_WEBHOOK_SECRET: 'a-secret-of-the-test' };
    const { fronts, worker } = await start({ ...folderSettingsFor(await temporaryFolder()), ...hosts });
    const [a, b] = fronts;
    const { id } = await startJob(a, { webhook: `http://127.0.0.1:${port}/hook` });
    const told = async (): Promise<unknown> => (await json(`${b.url}/jobs/${id}`))['webhook'];
    await worker.begin(id);
    await worker.end(id, { state: 'failed', failure: { code: 'provider-failed', detail: 'No.' } });
    await expect.poll(told).toEqual({ state: 'delivered', attempts: 1 });
    expect((await fetch(`${a.url}/jobs/${id}/retry`, { method: 'POST' })).status).toBe(202);
    await worker.begin(id);
    await worker.finish(id);
    await expect.poll(told).toEqual({ state: 'delivered', attempts: 1 });
    const states = bodies.map((body): unknown => JSON.parse(body).data.state);
    expect(states).toEqual(['failed', 'done']);
  });

  it('lose nothing when one of them is killed, and end what only its callers waited for', async () => {
    const { redis, fronts, worker, stored, client, settings } = await start();
    const [front] = fronts;
    const folder = await temporaryFolder();
    const environment = { ...settings, AUDIOBOOK_JOBS_DIR: folder };
    const killed = startCli(['serve', '--queue', redis.url, '--port', '0'], { folder, environment });
    onTestFinished(() => void killed.kill('SIGKILL'));
    const [line] = await once(killed.stdout, 'data');
    const url = String(line).trim();
    const answer = await post(`${url}/jobs`, await bookForm({ kind: 'synthesize' }));
    const { id }: JobJson = JSON.parse(await answer.text());
    await worker.begin(id);
    const stream = (await fetch(`${url}/jobs/${id}/events`)).body?.getReader();
    const seen = Buffer.from((await stream?.read())?.value ?? []).toString('utf8');
    const waiting = post(`${url}/synthesize`, await bookForm()).catch(() => 'cut');
    const waited = await queuedJob(front);
    const upload = await beginUpload(url);
    // A folder of another job may be removed while this is read.
    const filesOfFront = async (): Promise<readonly string[]> =>
      await readdir(folder, { recursive: true }).catch(() => []);
    await waitUntil(async () => (await filesOfFront()).some((file) => file.endsWith('big.epub')));
    killed.kill('SIGKILL');
    expect(await waiting).toBe('cut');
    await killed.result;
    upload.destroy();

    await worker.finish(id);
    await waitForJob(front, id, 'done');
    const after = await eventsOf(front, id, /^id: (.*)$/mu.exec(seen)?.[1]);
    expect(after.at(-1)).toMatchObject({ type: 'job', data: { id, state: 'done' } });
    const logger = { warn: () => undefined, info: () => undefined } as never;
    const { records, files, queue: books } = worker;
    const care = { records, files, books, redis: client, logger };
    await careForBooks(care);
    await careForBooks(care);
    expect((await worker.records.get(waited))?.record.state).toBe('queued');
    // A minute later.
    await client.del(`audiobook:waited:${waited}`);
    await careForBooks(care);
    await careForBooks(care);
    expect(await worker.records.get(waited)).toBeUndefined();
    expect([await stored(waited), await worker.queue.placeOf(waited)]).toEqual([[], undefined]);

    const [lost, made] = [randomUUID(), randomUUID()];
    await worker.store(lost, 'upload/book.epub');
    await worker.store(made, 'result/book.mp3');
    await removeStrayUploads({ records, files, logger, signal, olderThanMs: 0 });
    expect([await stored(lost), await stored(made)]).toEqual([[], ['result/book.mp3']]);
    expect(await stored(id)).toContain('result/audiobook.mp3');
    const next = await startFront(redis.url, environment);
    expect(await readdir(folder)).toHaveLength(1);
    await next.stop();
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuse a password that they could not hide, and need a storage', async () => {
    const { fronts, redis } = await start();
    await expect(startService({ queue: redis.url })).rejects.toThrow('AUDIOBOOK_STORAGE');
    const refused = await post(`${fronts[0].url}/jobs`, await bookForm({ kind: 'synthesize', password: 'secret' }));
    const body = await refused.text();
    expect([refused.status, body]).toEqual([400, expect.stringContaining('AUDIOBOOK_QUEUE_KEY')]);
  });
});

/** Starts what takes the calls of webhooks. */
async function startReceiver(): Promise<{ readonly bodies: readonly string[]; readonly port: number }> {
  const bodies: string[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await readText(request));
    response.writeHead(204).end();
  };
  const receiver = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const address = receiver.address();
  return { bodies, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

/** Begins to send a book, and never ends. */
async function beginUpload(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const part = 'Content-Disposition: form-data; name="file"; filename="big.epub"\r\nContent-Type: application/epub+zip';
  const form = `--x\r\n${part}\r\n\r\n${'a book '.repeat(10_000)}`;
  const head = `POST /jobs HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000`;
  socket.write(`${head}\r\n\r\n${form}`);
  return socket;
}

/** Waits until a job is queued, and returns its id. */
async function queuedJob(front: RunningService): Promise<string> {
  for (;;) {
    const { jobs } = await json(`${front.url}/jobs`);
    const queued = Array.isArray(jobs) ? jobs.find(({ state }: JobJson) => state === 'queued') : undefined;
    if (queued) return queued.id;
  }
}

describe.skipIf(isRedisMissing)('the results of a queue in an S3 store', () => {
  it('are sent by every front, whole and in ranges', async () => {
    const { fronts, worker } = await start(s3SettingsFor(await startS3rver()));
    const [a, b] = fronts;
    const { id } = await startJob(a);
    expect((await fetch(`${b.url}/jobs/${id}/result`)).status).toBe(409);
    await worker.begin(id);
    await worker.finish(id);
    const tags = new Set<string | null>();
    for (const front of fronts) {
      const url = `${front.url}/jobs/${id}/result`;
      const whole = await fetch(url);
      expect(Buffer.from(await whole.arrayBuffer()).equals(audio)).toBe(true);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'content-type': 'audio/mpeg',
        'content-length': '5000',
        'accept-ranges': 'bytes',
        'content-disposition': 'attachment; filename=Emma.mp3',
      });
      const tag = whole.headers.get('etag') ?? '';
      tags.add(tag);
      const part = await fetch(url, { headers: { Range: 'bytes=1000-1999', 'If-Range': tag } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/5000']);
      expect(Buffer.from(await part.arrayBuffer()).equals(audio.subarray(1000, 2000))).toBe(true);
      const end = await fetch(url, { headers: { Range: 'bytes=-10' } });
      expect(Buffer.from(await end.arrayBuffer()).equals(audio.subarray(-10))).toBe(true);
      const changed = await fetch(url, { headers: { Range: 'bytes=0-9', 'If-Range': '"other"' } });
      expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, 5000]);
      const outside = await fetch(url, { headers: { Range: 'bytes=9000-' } });
      expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */5000']);
      const known = await rawRequest(url, { headers: { 'If-None-Match': tag } });
      expect(known.status).toBe(304);
      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000']);
      const file = await fetch(`${front.url}/jobs/${id}/files/Emma.mp3`);
      expect((await file.arrayBuffer()).byteLength).toBe(5000);
      expect(await (await fetch(`${front.url}/jobs/${id}/text`)).text()).toBe('Emma Woodhouse');
      expect((await fetch(`${front.url}/jobs/${id}/cover`)).status).toBe(404);
      expect(await json(`${front.url}/jobs/${id}/report`)).toEqual(report);
      expect(await json(`${front.url}/library`)).toMatchObject({
        total: 1,
        books: [{ id, title: 'Emma', seconds: 5 }],
      });
    }
    expect(tags.size).toBe(1);
    const place = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"seconds":3,"speed":1}' };
    expect((await fetch(`${a.url}/library/${id}/position`, place)).status).toBe(200);
    expect(await json(`${b.url}/library/${id}/position`)).toMatchObject({ seconds: 3, speed: 1 });
    expect(await readdir(a.cacheFolder)).not.toContain('audiobook-jobs');
  });
});
