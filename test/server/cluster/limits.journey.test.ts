import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCluster } from '../../helpers/cluster.ts';
import type { TestCluster } from '../../helpers/cluster.ts';
import { buildEpub } from '../../helpers/epub-builder.ts';
import { startServer } from '../../helpers/servers/faulty-server.ts';
import { startKokoroServer } from '../../helpers/servers/kokoro-server.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { shortBook } from '../../helpers/small-book.ts';
import { waitUntil } from '../../helpers/start-service.ts';

const book = await buildEpub(shortBook);

/** A request for speech. Times are those of `performance.now`. */
interface Spoken {
  readonly voice: string;
  readonly startedMs: number;
  endedMs: number;
}

/** Retry-After, in seconds. */
const pauseSeconds = 2;

/** Starts a speech service that remembers when it was asked, and answers the first request with 429 where it is told to. */
async function startCountedKokoro({ isBusyAtFirst = false } = {}) {
  const kokoro = await startKokoroServer();
  onTestFinished(async () => await kokoro[Symbol.asyncDispose]());
  const asked: Spoken[] = [];
  const refusedMs: number[] = [];
  const server = await startServer(async ({ url = '', method = 'GET' }, body) => {
    const send = async (): Promise<{ status: number; body: Buffer; headers: Readonly<Record<string, string>> }> => {
      const init = method === 'GET' ? {} : { method, body, headers: { 'content-type': 'application/json' } };
      const answer = await fetch(`${kokoro.url}${url}`, init);
      const headers = { 'content-type': answer.headers.get('content-type') ?? '' };
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers };
    };
    if (method === 'GET') return await send();
    if (isBusyAtFirst && refusedMs.length === 0) {
      refusedMs.push(performance.now());
      return { status: 429, body: '{"detail":"Too Many Requests"}', headers: { 'retry-after': `${pauseSeconds}` } };
    }
    const { voice = '' }: { voice?: string } = JSON.parse(body);
    const request = { voice, startedMs: performance.now(), endedMs: Infinity };
    asked.push(request);
    // So that requests of runs that are under way at once overlap.
    await delay(50);
    const answer = await send();
    request.endedMs = performance.now();
    return answer;
  });
  onTestFinished(async () => await server[Symbol.asyncDispose]());
  return { url: server.url, asked, refusedMs };
}

/** Returns the largest number of requests that were under way at once, each counted as `key` tells. */
function mostAtOnce(asked: readonly Spoken[], key: (request: Spoken) => unknown): number {
  const counts = asked.map(({ startedMs }) => {
    const underWay = asked.filter((other) => other.startedMs <= startedMs && other.endedMs > startedMs);
    return new Set(underWay.map(key)).size;
  });
  return Math.max(0, ...counts);
}

async function madeAll(cluster: TestCluster, ids: readonly string[]): Promise<void> {
  for (const id of ids) expect(await cluster.ended(id)).toMatchObject({ state: 'done' });
}

describe.skipIf(isRedisMissing)('the limits of a provider', () => {
  it('hold for the parts of all workers together', async () => {
    const kokoro = await startCountedKokoro();
    const settings = { AUDIOBOOK_PART_CHARACTERS: '1', AUDIOBOOK_PROVIDER_LIMITS: 'kokoro=1' };
    const cluster = await startCluster({ KOKORO_API_URL: `${kokoro.url}/v1`, ...settings });
    await Promise.all([1, 2].map(async () => await cluster.startWorker()));
    const voices = ['af_heart', 'af_bella'];
    await madeAll(
      cluster,
      await Promise.all(voices.map(async (voice) => await cluster.add(book, { fields: { voice } }))),
    );
    // Each part is one request here.
    expect(mostAtOnce(kokoro.asked, (request) => request)).toBe(1);
    expect(new Set(kokoro.asked.map(({ voice }) => voice)).size).toBe(2);
  });

  it('hold for books that are made whole, which are spoken in turn', async () => {
    const kokoro = await startCountedKokoro();
    const settings = { AUDIOBOOK_PART_CHARACTERS: 'auto', AUDIOBOOK_PROVIDER_LIMITS: 'kokoro=1' };
    const cluster = await startCluster({ KOKORO_API_URL: `${kokoro.url}/v1`, ...settings });
    const voices = ['af_heart', 'af_bella'];
    const fields = { tts_provider: 'kokoro' };
    const add = async (voice: string): Promise<string> => await cluster.add(book, { fields: { ...fields, voice } });
    const ids = await Promise.all(voices.map(add));
    const worker = await cluster.startWorker({ concurrency: 2 });
    await madeAll(cluster, ids);
    expect(worker.log.join('')).not.toContain('book in parts');
    expect(mostAtOnce(kokoro.asked, ({ voice }) => voice)).toBe(1);
    expect(new Set(kokoro.asked.map(({ voice }) => voice)).size).toBe(2);
    await waitUntil(async () => (await cluster.redis.keys('bull:*-whole*')).length === 0);
  });

  it('include the pause that a service asks one worker for: no other begins meanwhile', async () => {
    const kokoro = await startCountedKokoro({ isBusyAtFirst: true });
    const cluster = await startCluster({ KOKORO_API_URL: `${kokoro.url}/v1` });
    await cluster.startWorker();
    const first = await cluster.add(book, { fields: { voice: 'af_heart' } });
    // BullMQ counts up to the limit of a minute, and is paused above it.
    const counted = async () => Number(await cluster.redis.get('bull:audiobook-speech-kokoro:limiter'));
    await waitUntil(async () => (await counted()) > 1_000_000);
    await waitUntil(() => kokoro.refusedMs.length > 0);
    await cluster.startWorker();
    const second = await cluster.add(book, { fields: { voice: 'af_bella' } });
    await madeAll(cluster, [first, second]);
    const pausedUntilMs = (kokoro.refusedMs[0] ?? 0) + pauseSeconds * 1000;
    const begun = kokoro.asked.filter(({ startedMs }) => startedMs < pausedUntilMs - 100);
    expect(begun.map(({ voice }) => voice)).not.toContain('af_bella');
  });
});
