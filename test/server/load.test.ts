import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, startService, waitUntil } from '../helpers/start-service.ts';

async function healthMs(url: string): Promise<number> {
  const startedMs = performance.now();
  await new Promise<void>((resolve, reject) => {
    request(`${url}/health`, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
  return performance.now() - startedMs;
}

/** Polls the health until the work is done. Returns the response times, sorted. */
async function healthDuring(url: string, work: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  const done = new AbortController();
  const ended = work.finally(() => done.abort());
  while (!done.signal.aborted) {
    times.push(await healthMs(url));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await ended;
  return times.toSorted((a, b) => a - b);
}

/** Responses to wait for: all of them would take a minute. */
const awaited = 12;

describe('under load', () => {
  it('accepts 50 conversions at once, stays responsive, and drops conversions whose callers disconnect', async () => {
    await using kokoro = await startKokoroServer();
    await using service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` } });
    const form = await bookForm({ max_chapters: '1' });
    const hangUp = new AbortController();
    const answers = Array.from({ length: 50 }, async () => {
      const response = await post(`${service.url}/synthesize`, form, { signal: hangUp.signal });
      return [response.status, (await response.arrayBuffer()).byteLength > 1000];
    });
    const settled = Promise.allSettled(answers);
    let count = 0;
    const enough = new Promise<void>((resolve) => {
      for (const answer of answers)
        void answer.then(() => (count += 1) === awaited && resolve()).catch(() => undefined);
    });
    const times = await healthDuring(service.url, enough);
    const { jobs } = (await (await fetch(`${service.url}/jobs`)).json()) as { jobs: unknown[] };
    expect(jobs.length).toBeGreaterThanOrEqual(50 - awaited - 2);
    hangUp.abort();
    const finished = (await settled).flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(finished).toEqual(finished.map(() => [200, true]));
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
    console.log(`health under 50 conversions: ${times.length} times, p99 ${p99.toFixed(1)} ms`);
    expect(p99).toBeLessThan(100);
  });

  it('stays responsive while it rejects a zip bomb', async () => {
    await using service = await startService();
    const bomb = await buildEpub({
      ...smallBook,
      documents: Array.from({ length: 12 }, (_, index) => ({
        path: `${index}.xhtml`,
        title: `Bomb ${index}`,
        body: `<p>${'boom '.repeat(8_000_000)}</p>`,
      })),
    });
    expect(bomb.length).toBeLessThan(1_000_000);
    const answer = post(`${service.url}/synthesize`, await bookForm({}, bomb));
    const times = await healthDuring(service.url, answer);
    const response = await answer;
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'book-too-large' }]);
    // Not the 99th: the reader takes a whole core, and this machine may have only two.
    expect(times.at(Math.floor(times.length * 0.95))).toBeLessThan(100);
  });
});
