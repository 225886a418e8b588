import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { runCli, startCli } from '../helpers/run-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { smallBook, writeBook } from '../helpers/small-book.ts';
import { waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function inboxIn(folder: string): Promise<string> {
  const inbox = path.join(folder, 'inbox');
  await mkdir(inbox);
  return inbox;
}

const visible = async (folder: string): Promise<string[]> => (await readdir(folder)).toSorted();

const flags = ['--settle', '0.5s', '--provider', 'embedded', '--voice', 'flite:slt', '--chapters', '2'];

describe('audiobook watch', () => {
  it('--once converts what is there, in one line per book, and ends with the worst exit code', async () => {
    const folder = await temporaryFolder();
    const inbox = await inboxIn(folder);
    await writeBook(inbox);
    await writeFile(path.join(inbox, 'torn.epub'), 'PK\u0003\u0004 and then nothing');
    const first = await inProcessCli(['watch', 'inbox', '--once', ...flags], { folder });
    const target = path.join(inbox, 'done', 'small.mp3');
    expect(first).toEqual({
      code: 8,
      stdout: `small.epub: ${target}\n`,
      stderr: expect.stringContaining('torn.epub: '),
    });
    const lines = first.stderr.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe('1 made, 1 failed');
    expect(lines.slice(1, 3).toSorted()).toEqual([
      expect.stringMatching(/^small\.epub +made +.*small\.mp3$/u),
      expect.stringMatching(/^torn\.epub +failed /u),
    ]);
    expect(await visible(path.join(inbox, 'done'))).toEqual(['small.epub', 'small.mp3', 'small.mp3.report.json']);
    expect(await visible(path.join(inbox, 'failed'))).toEqual(['torn.epub', 'torn.epub.txt']);

    // The second night: another book with the same name, and silence.
    await writeBook(inbox, { ...smallBook, title: 'Another Book' });
    const made = await readFile(target);
    expect(await inProcessCli(['watch', 'inbox', '--once', '--quiet', ...flags], { folder })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(await visible(path.join(inbox, 'done'))).toEqual(
      expect.arrayContaining(['small (2).epub', 'small (2).mp3', 'small.epub', 'small.mp3']),
    );
    expect(await readFile(target)).toEqual(made);
    // The third night has nothing to do.
    expect(await inProcessCli(['watch', 'inbox', '--once', ...flags], { folder })).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  it('names the audiobooks by a template', async () => {
    const folder = await temporaryFolder();
    const inbox = await inboxIn(folder);
    await writeBook(inbox);
    const naming = ['--out-dir', 'out', '--name', '{author}/{title}.mp3'];
    const target = path.join(folder, 'out/Ada Example/The Small Book.mp3');
    const result = await inProcessCli(['watch', 'inbox', '--once', ...naming, ...flags], { folder });
    expect(result).toEqual({ code: 0, stdout: `small.epub: ${target}\n`, stderr: '' });
    expect(await visible(path.join(inbox, 'done'))).toEqual(['small.epub']);
  });

  it('goes on after kill -9 from the segments that were spoken, twice, and returns the book on SIGTERM', async () => {
    let hang = true;
    await using kokoro = await startKokoroServer({
      faults: (count) => (hang && count >= 3 ? 'hang-before-headers' : undefined),
    });
    const folder = await temporaryFolder();
    const inbox = await inboxIn(folder);
    await writeBook(inbox);
    const environment = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off' };
    const options = ['--settle', '0.3s', '--provider', 'kokoro', '--out-dir', 'out'];
    const working = path.join(inbox, 'audiobook-inbox', 'working');
    const stored = async (): Promise<number> =>
      (await readdir(path.join(folder, 'cache'), { recursive: true })).filter((name) => name.endsWith('.flac')).length;
    for (const [signal, expected] of [
      ['SIGKILL', null],
      ['SIGKILL', null],
      ['SIGTERM', 0],
    ] as const) {
      const asked = kokoro.requests.length;
      const watch = startCli(['watch', 'inbox', ...options], { folder, environment });
      onTestFinished(() => void watch.kill('SIGKILL'));
      await waitUntil(async () => kokoro.requests.length > Math.max(asked, 3) && (await stored()) > 0);
      expect(await readdir(working)).toHaveLength(1);
      watch.kill(signal);
      expect((await watch.result).code).toBe(expected);
    }
    expect(await visible(inbox)).toEqual(['audiobook-inbox', 'done', 'failed', 'small.epub']);
    hang = false;
    const watches = [1, 2].map(() =>
      runCli(['watch', 'inbox', '--once', '--json', ...options], { folder, environment }),
    );
    const results = await Promise.all(watches);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    const report = JSON.parse(results.map(({ stdout }) => stdout).join('')) as { segments: { stored: number } };
    expect(report.segments.stored).toBeGreaterThan(0);
    expect(await visible(path.join(inbox, 'done'))).toEqual(['small.epub']);
    expect(await visible(path.join(folder, 'out'))).toEqual(['small.mp3', 'small.mp3.report.json']);
    expect(await readdir(working)).toEqual([]);
  });

  it('takes a file when it has stopped growing, goes on after a failure, and ends with a table on SIGTERM', async () => {
    const folder = await temporaryFolder();
    const inbox = await inboxIn(folder);
    const watch = startCli(['watch', 'inbox', ...flags, '--settle', '5s'], { folder });
    onTestFinished(() => void watch.kill('SIGKILL'));
    await writeFile(path.join(inbox, 'torn.epub'), 'PK\u0003\u0004 and then nothing');
    await waitUntil(async () => (await readdir(path.join(inbox, 'failed')).catch(() => [])).length === 2);
    // Half of a book would fail. It is taken when the rest has come.
    const whole = await readFile(await writeBook(folder));
    const growing = await open(path.join(inbox, 'late.epub'), 'w');
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 8)) {
      await growing.write(whole.subarray(at, at + Math.ceil(whole.length / 8)));
      await delay(20);
    }
    await growing.close();
    await waitUntil(async () => (await visible(path.join(inbox, 'done'))).includes('late.epub'));
    watch.kill('SIGTERM');
    const { code, stderr } = await watch.result;
    expect(code).toBe(0);
    expect(stderr).toMatch(/\ntorn\.epub +failed .*\nlate\.epub +made .*\n1 made, 1 failed\n$/u);
  });

  it('refuses to write into the folder that it watches, and a folder that is not there', async () => {
    const folder = await temporaryFolder();
    await inboxIn(folder);
    expect(await inProcessCli(['watch', 'inbox', '--once', '--out-dir', 'inbox'], { folder })).toMatchObject({
      code: 2,
    });
    expect(await inProcessCli(['watch', 'elsewhere', '--once'], { folder })).toMatchObject({ code: 3 });
  });
});
