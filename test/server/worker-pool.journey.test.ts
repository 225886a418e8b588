import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request as sendRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { limitsFrom } from '../../src/server/server-settings.ts';
import { WorkerPool } from '../../src/server/worker/worker-pool.ts';
import type { WorkerRequest } from '../../src/server/worker/worker-messages.ts';
import type { ConversionPlan } from '../../src/pipeline/plan/plan-conversion.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { smallBookFile } from '../helpers/real-books.ts';
import { bookForm, post, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testEnvironment } from '../helpers/test-environment.ts';

const { workerBytes } = limitsFrom(settingsFrom([{}]));
const noProc = process.platform !== 'linux';

async function planRequest(): Promise<WorkerRequest> {
  const limits = limitsFrom(settingsFrom([{}]));
  const bookFile = smallBookFile('letters.epub');
  const task = { type: 'plan', request: { bookFile, provider: 'embedded' } } as const;
  return { task, settings: {}, cacheFolder: await temporaryFolder(), limits };
}

function workerPids(): number[] {
  return childrenOf(process.pid).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('conversion-worker');
    } catch {
      return false;
    }
  });
}

function childrenOf(pid: number): number[] {
  // It exits with 1 when there are none.
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return (stdout.match(/\d+/gu) ?? []).map(Number);
}

const ready = { signal: new AbortController().signal, onEvent: () => undefined };

describe.skipIf(noProc || isProgramMissing('ps'))('the pool of workers', () => {
  it('uses a process again, reports and replaces one that dies, and ends all with the pool', async () => {
    const request = await planRequest();
    {
      await using pool = new WorkerPool(1, workerBytes);
      const plans = [await pool.run<ConversionPlan>(request, ready)];
      const first = workerPids();
      plans.push(await pool.run<ConversionPlan>(request, ready));
      expect(workerPids()).toEqual(first);
      expect(plans.map(({ chapters }) => chapters.length > 1)).toEqual([true, true]);
      // The service answers first, whatever its workers do.
      expect(first.map((pid) => os.getPriority(pid) > os.getPriority())).toEqual([true]);
      // An idle one may die, too.
      process.kill(first[0] ?? Number.NaN, 'SIGKILL');
      await waitUntil(() => workerPids().length === 0);
      const dying = pool.run(request, ready);
      await waitUntil(() => workerPids().length === 1);
      process.kill(workerPids()[0] ?? Number.NaN, 'SIGKILL');
      await expect(dying).rejects.toMatchObject({
        code: 'internal',
        message: 'The conversion worker exited unexpectedly.',
      });
      await expect(pool.run(request, ready)).resolves.toMatchObject({ provider: 'embedded' });
    }
    expect(workerPids()).toEqual([]);
  });

  it('replaces a process that holds more memory than its limit, and still returns the right result', async () => {
    // Its code alone is more than 40 % of this, and its heap is less than all of it.
    const bound = limitsFrom(settingsFrom([{ AUDIOBOOK_WORKER_MB: '150' }])).workerBytes;
    await using pool = new WorkerPool(1, bound);
    const request = await planRequest();
    const pids: number[] = [];
    const plans: ConversionPlan[] = [];
    for (let run = 0; run < 2; run += 1) {
      const planned = pool.run<ConversionPlan>(request, ready);
      await waitUntil(() => workerPids().length === 1);
      pids.push(...workerPids());
      plans.push(await planned);
      expect(workerPids()).toEqual([]);
    }
    expect(new Set(pids).size).toBe(2);
    expect(plans[1]).toEqual(plans[0]);
    expect(plans[0]?.chapters.length).toBeGreaterThan(1);
  });

  it('ends a process whose heap outgrows the bound, and says so', async () => {
    await using pool = new WorkerPool(1, 10e6);
    await expect(pool.run(await planRequest(), ready)).rejects.toMatchObject({
      code: 'book-too-large',
      message: 'The book is too large: its conversion exceeds the memory limit.',
    });
    expect(workerPids()).toEqual([]);
  });

  it('ends the process of a canceled run', async () => {
    await using pool = new WorkerPool(1, workerBytes);
    const controller = new AbortController();
    const run = pool.run(await planRequest(), { ...ready, signal: controller.signal });
    await waitUntil(() => workerPids().length === 1);
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: 'canceled' });
    await waitUntil(() => workerPids().length === 0);
  });
});

/** Sends the beginning of a book and closes the connection. */
async function cutUpload(url: string): Promise<void> {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' };
  const sent = sendRequest(`${url}/jobs`, { method: 'POST', headers, agent: false }).on('error', () => undefined);
  sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="cut.epub"\r\n\r\nPK');
  await once(sent, 'socket');
  await delay(20);
  sent.destroy();
}

describe.skipIf(noProc)('callers that hang up early', () => {
  it('do not end a service with few file descriptors, and leave none open', async () => {
    const root = path.join(import.meta.dirname, '../..');
    const cache = await temporaryFolder();
    const command = `ulimit -n 256; exec "${process.execPath}" bin/audiobook.js serve --port 0`;
    const env = {
      ...process.env,
      AUDIOBOOK_CACHE_DIR: cache,
      ...testEnvironment,
      AUDIOBOOK_FREE_DISK_MB: '1',
    };
    const service = spawn('bash', ['-c', command], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    onTestFinished(() => void service.kill());
    const url = await new Promise<string>((resolve, reject) => {
      createInterface(service.stderr).on('line', (line) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/u.exec(line)?.[0];
        if (found !== undefined) resolve(found);
      });
      service.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)));
    });
    const descriptors = (): number => readdirSync(`/proc/${service.pid}/fd`).length;
    await post(`${url}/plan`, await bookForm());
    const before = descriptors();
    // Before its process has started, while it starts, and while it speaks.
    for (const afterMs of [100, 400, 900]) {
      const signal = AbortSignal.timeout(afterMs);
      await post(`${url}/synthesize`, await bookForm({ tts_provider: 'embedded' }), { signal }).catch(() => undefined);
    }
    // More than the service may have open.
    for (let batch = 0; batch < 14; batch += 1) await Promise.all(Array.from({ length: 20 }, () => cutUpload(url)));
    expect((await fetch(`${url}/health`)).status).toBe(200);
    // The pipes of a process that was ended close a moment after it.
    await waitUntil(() => childrenOf(service.pid ?? 0).length <= 2 && descriptors() - before <= 5);
    const jobsFolder = path.join(cache, 'audiobook-jobs');
    await waitUntil(() => !readdirSync(jobsFolder).some((name) => name.length === 36));
    service.removeAllListeners('exit').kill();
    await once(service, 'exit');
  });
});
