import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildEpub } from '../helpers/epub-builder.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { bookForm, post, startService, waitUntil } from '../helpers/start-service.ts';

async function responseMs(url: string): Promise<number> {
  const startedMs = performance.now();
  await new Promise<void>((resolve, reject) => {
    request(url, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
  return performance.now() - startedMs;
}

/** Response times, sorted: of the health of a service, and of a server in a process of its own that does nothing else. */
interface Times {
  readonly health: readonly number[];
  readonly floor: readonly number[];
}

const idleServer =
  "const s = require('node:http').createServer((q, r) => r.end()).listen(0, '127.0.0.1', () => console.log(s.address().port))";

/** Polls the health until the work is done. */
async function healthDuring(url: string, work: Promise<unknown>): Promise<Times> {
  const idle = spawn(process.execPath, ['-e', idleServer], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void idle.kill());
  const [port] = (await once(idle.stdout.setEncoding('utf8'), 'data')) as [string];
  const health: number[] = [];
  const floor: number[] = [];
  const done = new AbortController();
  const ended = work.finally(() => done.abort());
  while (!done.signal.aborted) {
    health.push(await responseMs(`${url}/health`));
    floor.push(await responseMs(`http://127.0.0.1:${port.trim()}/`));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await ended;
  return { health: health.toSorted((a, b) => a - b), floor: floor.toSorted((a, b) => a - b) };
}

/** The time that a share of the responses needed at most. */
function quantile(times: readonly number[], share: number): number {
  return times[Math.floor(times.length * share)] ?? 0;
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
    const { health, floor } = await healthDuring(service.url, enough);
    const { jobs } = (await (await fetch(`${service.url}/jobs`)).json()) as { jobs: unknown[] };
    expect(jobs.length).toBeGreaterThanOrEqual(50 - awaited - 2);
    hangUp.abort();
    const finished = (await settled).flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(finished).toEqual(finished.map(() => [200, true]));
    await waitUntil(async () => (await service.jobFolders()).length === 0);
    const p99 = quantile(health, 0.99);
    console.log(`health under 50 conversions: ${health.length} times, p99 ${p99.toFixed(1)} ms`);
    expect(p99).toBeLessThan(100 + quantile(floor, 0.99));
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
    const { health, floor } = await healthDuring(service.url, answer);
    const response = await answer;
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'book-too-large' }]);
    // Not the 99th: the reader takes a whole core, and this machine may have only two.
    expect(quantile(health, 0.95)).toBeLessThan(100 + quantile(floor, 0.95));
  });
});
