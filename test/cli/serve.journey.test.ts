import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { runCli, startCli } from '../helpers/run-cli.ts';
import type { CliProcess } from '../helpers/run-cli.ts';
import { bookForm, post, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

interface Serving {
  readonly cli: CliProcess;
  readonly url: string;
}

async function serving(
  folder: string,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Serving> {
  const cli = startCli(['serve', '--port', '0', ...flags], {
    folder,
    environment: { AUDIOBOOK_FREE_DISK_MB: '1', ...environment },
  });
  onTestFinished(() => void cli.kill('SIGKILL'));
  const [line] = (await once(cli.stdout, 'data')) as [string];
  return { cli, url: line.trim() };
}

async function job(url: string, id: string): Promise<{ state: string; report?: { segments: { stored: number } } }> {
  return (await (await fetch(`${url}/jobs/${id}`)).json()) as { state: string };
}

/** Returns the number of finished segments. Folders for files in the making come and go beside them. */
async function stored(folder: string): Promise<number> {
  const names = await readdir(path.join(folder, 'cache/audiobook/segments'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith('.flac')).length;
}

describe('audiobook serve', () => {
  it.each([
    ['--inbox-kind', 'audiobook'],
    ['--inbox-field', 'voice=af_heart'],
    ['--inbox-out', 'out'],
    ['--settle', '5s'],
  ])('refuses %s without an inbox', async (...flags) => {
    const folder = await temporaryFolder();
    const { code, stdout, stderr } = await runCli(['serve', '--port', '0', ...flags], { folder });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`audiobook: ${flags[0]} needs --inbox, the folder where books are dropped.\n`);
  });

  it('resumes a job after a kill from its finished segments, and removes jobs whose request is gone', async () => {
    // The last request of the first life is never answered, so that the job stands in the middle.
    let hang = true;
    await using kokoro = await startKokoroServer({
      faults: (count) => (hang && count >= 3 ? 'hang-before-headers' : undefined),
    });
    const folder = await temporaryFolder();
    const environment = {
      KOKORO_API_URL: `${kokoro.url}/v1`,
      AUDIOBOOK_PREFLIGHT: 'off',
      AUDIOBOOK_CONVERSIONS: '1',
    };
    const first = await serving(folder, environment);
    const created = await post(`${first.url}/jobs`, await bookForm({ kind: 'synthesize' }));
    const { id } = (await created.json()) as { id: string };
    const waited = post(`${first.url}/synthesize`, await bookForm({ voice: 'bf_emma' })).catch(() => undefined);
    const jobs = path.join(folder, 'cache/audiobook/audiobook-jobs');
    const jobFolders = async (): Promise<readonly string[]> =>
      (await readdir(jobs)).filter((name) => !name.startsWith('.') && !/\.(?:json|key|lock)$/u.test(name));
    await waitUntil(async () => (await jobFolders()).length === 2);
    await waitUntil(async () => kokoro.requests.length >= 3 && (await stored(folder)) >= 2);
    first.cli.kill('SIGKILL');
    await Promise.all([first.cli.result, waited]);
    // Counted once the process has ended: until then it may finish another segment.
    const kept = await stored(folder);
    hang = false;
    const second = await serving(folder, environment);
    second.cli.kill('SIGHUP');
    await waitUntil(async () => !['queued', 'running'].includes((await job(second.url, id)).state));
    const { state, report } = await job(second.url, id);
    expect(state).toBe('done');
    expect(report?.segments.stored).toBeGreaterThan(0);
    expect(report?.segments.stored).toBeLessThanOrEqual(kept);
    expect(await jobFolders()).toEqual([id]);
    second.cli.kill('SIGTERM');
    expect(await second.cli.result).toMatchObject({ code: 0, stderr: expect.stringContaining('tokens read again') });
  });

  it('lets running conversions finish after SIGTERM, accepts no more, and exits with 0', async () => {
    await using kokoro = await startKokoroServer({ faults: (count) => (count === 1 ? 'throttle' : undefined) });
    const folder = await temporaryFolder();
    const { cli, url } = await serving(folder, { KOKORO_API_URL: `${kokoro.url}/v1` }, ['--grace', '30']);
    const call = post(`${url}/synthesize`, await bookForm());
    await waitUntil(() => kokoro.requests.length > 0);
    cli.kill('SIGTERM');
    const response = await call;
    expect([response.status, (await response.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
    const { code, stderr } = await cli.result;
    expect(code).toBe(0);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ level: 'info', path: '/synthesize', status: 200 }));
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });

  it('does not start without a token, on a port in use, or on the jobs folder of another service', async () => {
    const folder = await temporaryFolder();
    const open = await runCli(['serve', '--host', '0.0.0.0'], { folder });
    expect(open).toMatchObject({ code: 2, stdout: '' });
    expect(open.stderr).toContain('Set AUDIOBOOK_TOKEN, add a token (audiobook token add NAME), or use --no-auth');
    const { url } = await serving(folder, {});
    const again = await runCli(['serve', '--port', '0'], { folder });
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain(
      `Another service is using the jobs folder ${path.join(folder, 'cache/audiobook/audiobook-jobs')}. Stop it, or set`,
    );
    const taken = await runCli(['serve', '--port', new URL(url).port], { folder: await temporaryFolder() });
    expect(taken).toMatchObject({ code: 2, stdout: '' });
    expect(taken.stderr).toMatch(/EADDRINUSE.*choose another port with --port/u);
    const badPort = await runCli(['serve', '--port', '70000'], { folder });
    expect(badPort).toMatchObject({
      code: 2,
      stderr: "audiobook: Invalid port '70000'. Expected a whole number from 0 to 65535.\n",
    });
  });
});
