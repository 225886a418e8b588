import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decode, probe } from '../audio/sound.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { cliProgram } from '../helpers/run-cli.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testEnvironment } from '../helpers/test-environment.ts';

/** Makes a folder with a stand-in for a player, which copies what it is given to `played`. */
async function playerFolder(folder: string, exitCode = 0): Promise<string> {
  const programs = path.join(folder, 'programs');
  await mkdir(programs);
  const player = path.join(programs, 'mpv');
  await writeFile(player, `#!/bin/sh\nfor last; do :; done\n/bin/cp "$last" ${folder}/played\nexit ${exitCode}\n`);
  await chmod(player, 0o755);
  return programs;
}

describe('audiobook say', () => {
  it.each(['mp3', 'opus', 'aac', 'flac', 'wav'])('writes what it is told as %s', async (format) => {
    const folder = await temporaryFolder();
    const file = path.join(folder, `out.${format}`);
    const say = ['say', 'The', 'kettle sang.', '--voice', 'flite:slt', '-o', `out.${format}`];
    expect(await inProcessCli(say, { folder })).toEqual({ code: 0, stdout: `${file}\n`, stderr: '' });
    expect((await decode(file, 16_000)).length).toBeGreaterThan(8000);
  });

  it('replaces no file, but with --force', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'out.wav');
    await writeFile(file, 'dear to me');
    const say = ['say', 'The kettle sang.', '--voice', 'flite:slt', '-o', 'out.wav'];
    expect(await inProcessCli(say, { folder })).toMatchObject({
      code: 2,
      stderr: `audiobook: ${file} exists. Use --force to replace it.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe('dear to me');
    expect(await inProcessCli([...say, '--force', '--speed', '1.5'], { folder })).toMatchObject({ code: 0 });
  });

  it('plays a text with the first player of the machine, and leaves no file behind', async () => {
    const folder = await temporaryFolder();
    const environment = { PATH: await playerFolder(folder), TMPDIR: folder };
    const played = await inProcessCli(['say', 'The kettle sang.', '--voice', 'flite:slt'], { folder, environment });
    expect(played).toEqual({ code: 0, stdout: '', stderr: expect.not.stringContaining('audiobook:') });
    expect((await readFile(path.join(folder, 'played'))).toString('latin1', 0, 4)).toBe('RIFF');
    expect((await readdir(folder)).filter((name) => name.startsWith('audiobook-say'))).toEqual([]);
  });

  it('says so when there is no player, or when it fails', async () => {
    const folder = await temporaryFolder();
    const environment = { PATH: path.join(folder, 'empty') };
    const options = ['say', 'The kettle sang.', '--voice', 'flite:slt'];
    expect(await inProcessCli(options, { folder, environment })).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(
        'No audio player was found. Install ffplay, mpv, afplay, or aplay, or write a file with -o.',
      ),
    });
    const broken = { PATH: await playerFolder(folder, 3) };
    expect(await inProcessCli(options, { folder, environment: broken })).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('mpv exited with code 3. Write a file with -o instead.'),
    });
  });

  it('reads standard input and writes standard output', async () => {
    const folder = await temporaryFolder();
    const env = { PATH: process.env['PATH'], HOME: folder, ...testEnvironment };
    const wav = await new Promise<Buffer>((resolve, reject) => {
      const args = [cliProgram, 'say', '--voice', 'flite:slt', '-o', '-'];
      const child = execFile(process.execPath, args, { env, encoding: 'buffer' }, (error, stdout) => {
        if (error) reject(error);
        else resolve(stdout);
      });
      child.stdin?.end('The kettle sang.');
    });
    await writeFile(path.join(folder, 'a.wav'), wav);
    expect(Number((await probe(path.join(folder, 'a.wav'))).streams[0]?.['channels'])).toBe(1);
  });

  it('speaks with a lexicon', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'a.yaml'), 'quay: kee\n');
    await using server = await startKokoroServer();
    const environment = { KOKORO_API_URL: `${server.url}/v1` };
    const { code } = await inProcessCli(
      ['say', 'Down to the quay.', '--provider', 'kokoro', '--lexicon', 'a.yaml', '-o', 'a.wav'],
      { folder, environment },
    );
    expect([code, server.requests.map(({ input }) => input)]).toEqual([0, ['Down to the kee.']]);
  });

  it.each([
    [['-o', 'out.txt'], "Invalid output 'out.txt'. Expected a file name that ends in .mp3, .opus, .aac, .flac, .wav."],
    [['--speed', '9', '-o', 'a.wav'], "Invalid speed '9'. Expected a number from 0.5 to 2."],
    [['x'.repeat(20_001), '-o', 'a.wav'], 'Expected at most 20000 characters. Convert longer texts.'],
  ])('refuses %#', async (options, message) => {
    const folder = await temporaryFolder();
    const { code, stderr } = await inProcessCli(['say', 'Hello', ...options], { folder });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await readdir(folder)).toEqual(['cache']);
  });
});
