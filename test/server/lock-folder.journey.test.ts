import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AudiobookError } from '../../src/core/errors.ts';
import { lockFolder } from '../../src/server/jobs/local/lock-folder.ts';
import { startService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('the lock of the jobs folder', () => {
  it('ignores that an unrelated process has the process id of an earlier service', async () => {
    const cacheFolder = await temporaryFolder();
    const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300_000)']);
    onTestFinished(() => void stranger.kill());
    await once(stranger, 'spawn');
    await (await startService({ cacheFolder })).stop();
    await writeFile(path.join(cacheFolder, 'audiobook-jobs', 'service.pid'), String(stranger.pid));
    await using service = await startService({ cacheFolder });
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  });

  it('rejects a second service on the same folder, and the first one continues', async () => {
    await using first = await startService();
    await expect(startService({ cacheFolder: first.cacheFolder })).rejects.toMatchObject({
      code: 'bad-value',
      message:
        `Another service is using the jobs folder ${path.join(first.cacheFolder, 'audiobook-jobs')}. ` +
        'Stop it, or set AUDIOBOOK_JOBS_DIR to another folder.',
    });
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
  });

  it('is free at once after a stop, and a while after a kill, which is logged', async () => {
    const cacheFolder = await temporaryFolder();
    const first = await startService({ cacheFolder });
    await first.stop();
    const second = await startService({ cacheFolder });
    expect(second.logText()).not.toContain('locked');
    await second.stop();
    // A killed service leaves a lock that is not renewed.
    await mkdir(path.join(cacheFolder, 'audiobook-jobs', 'service.lock'));
    await using third = await startService({ cacheFolder });
    expect(third.log[0]).toMatchObject({ level: 'warn', msg: expect.stringContaining('waiting a few seconds') });
    expect(await third.jobFolders()).toEqual([]);
  });

  it('reports when it is lost', async () => {
    const folder = await temporaryFolder();
    const { signal } = new AbortController();
    const lost = await new Promise<AudiobookError>((resolve, reject) => {
      lockFolder(folder, { signal, onWaiting: () => undefined, onLost: resolve })
        .then(() => rmdir(path.join(folder, 'service.lock')))
        .catch(reject);
    });
    expect(lost).toMatchObject({ code: 'output-failed', message: expect.stringContaining(folder) });
  });

  it('ends the wait when the start is canceled', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'service.lock'));
    const controller = new AbortController();
    const locked = lockFolder(folder, {
      signal: controller.signal,
      onWaiting: () => controller.abort(),
      onLost: () => undefined,
    });
    await expect(locked).rejects.toMatchObject({ code: 'canceled' });
  });
});
