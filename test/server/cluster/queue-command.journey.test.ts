import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { newJobRecord } from '../../../src/server/jobs/job-record.ts';
import { startCluster } from '../../helpers/cluster.ts';
import { Capture, inProcessCli } from '../../helpers/in-process-cli.ts';
import { isRedisMissing } from '../../helpers/servers/redis-server.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it.skipIf(isRedisMissing)(
  'audiobook queue shows jobs, queues, workers and services that work, and retries what failed',
  async () => {
    const cluster = await startCluster();
    const { url } = cluster.redisServer;
    const folder = await temporaryFolder();
    const run = async (...args: readonly string[]) =>
      await inProcessCli(['queue', ...args, '--queue', url], { folder });
    const upload = { name: 'emma.epub', bytes: 3 };
    const record = newJobRecord({ id: randomUUID(), kind: 'synthesize', waitedFor: false, upload, fields: {} });
    const failure = { code: 'provider-failed', detail: 'It was down.' } as const;
    await cluster.records.create({ record: { ...record, state: 'failed', failure, endedMs: Date.now() } });

    const shown = await run('list');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^failed +1$/mu);
    expect(shown.stdout).toMatch(/^audiobook-books +0 +0$/mu);
    expect(shown.stdout).toContain('WORKERS\nnone\n');
    expect(shown.stdout).toMatch(new RegExp(`^${record.id} +emma.epub +provider-failed +It was down.$`, 'mu'));

    expect(await run('retry', record.id)).toEqual({ code: 0, stdout: 'Queued emma.epub\n', stderr: '' });
    expect(await cluster.books.placeOf(record.id)).toBe('waiting');
    const again = await run('retry', record.id);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('Only failed jobs can be retried.')]);
    const unknown = await run('retry', randomUUID());
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Unknown job.')]);

    const controller = new AbortController();
    const stdout = new Capture();
    const options = { folder, environment: cluster.settings, signal: controller.signal, stdout };
    const flags = ['--queue', url, '--port', '0', '--work', '--concurrency', '1', '--providers', 'kokoro'];
    const service = inProcessCli(['serve', ...flags], options);
    const workers = async (): Promise<unknown> => JSON.parse((await run('list', '--json')).stdout).workers;
    // A worker is ready before Redis knows its name.
    await expect.poll(workers).toEqual([`${hostname()}-${process.pid}`]);
    // Nor does it wait for the service beside it to listen.
    await expect.poll(() => stdout.text).toMatch(/^http:/u);
    controller.abort();
    const ended = await service;
    expect(ended.code).toBe(0);
    await expect.poll(workers).toEqual([]);
    const refused = [['--work'], ['--providers', 'kokoro']].map(
      async (args) => (await inProcessCli(['serve', ...args], { folder })).stderr,
    );
    expect(await Promise.all(refused)).toEqual([
      expect.stringContaining('--work needs --queue'),
      expect.stringContaining('--providers needs --work'),
    ]);
  },
);
