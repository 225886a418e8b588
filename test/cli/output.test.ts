import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { separateBook } from '../../src/cli/separate-book.ts';
import { convertBook } from '../../src/index.ts';
import { outputOptions } from '../../src/pipeline/options/output-options.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { smallBookFile } from '../helpers/real-books.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { cliProgram } from '../helpers/run-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testEnvironment } from '../helpers/test-environment.ts';

const run = promisify(execFile);

describe('standard output', () => {
  it('that is full ends the command with exit code 7 and one line', async () => {
    const folder = await temporaryFolder();
    const command = `"${process.execPath}" "${cliProgram}" chapters "${smallBookFile('letters.epub')}" > /dev/full`;
    await expect(run('bash', ['-c', command], { cwd: folder, env: { HOME: folder } })).rejects.toMatchObject({
      code: 7,
      stderr: 'audiobook: Standard output cannot be written (ENOSPC).\n',
    });
  });

  it('has no line of a quiet conversion', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const quiet = ['convert', 'small.epub', '--provider', 'embedded', '--chapters', '2', '--quiet'];
    expect(await inProcessCli(quiet, { folder })).toEqual({ code: 0, stdout: '', stderr: '' });
    const { stdout } = await inProcessCli([...quiet, '--json'], { folder });
    expect(JSON.parse(stdout)).toMatchObject({ complete: true });
  });
});

describe('a book with a name of 252 bytes', () => {
  it('becomes files with shorter names', async () => {
    const folder = await temporaryFolder();
    await rename(await writeBook(folder), path.join(folder, `${'ö'.repeat(123)}n.epub`));
    const command = ['convert', `${'ö'.repeat(123)}n.epub`, '--provider', 'embedded', '--chapters', '2', '--quiet'];
    expect(await inProcessCli(command, { folder })).toEqual({ code: 0, stdout: '', stderr: '' });
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining([`${'ö'.repeat(100)}.mp3`, `${'ö'.repeat(100)}.mp3.report.json`]));
  });
});

describe('the seconds that a conversion reports', () => {
  it('are the length of the file', async () => {
    const folder = await temporaryFolder();
    let seconds = 0;
    const report = await convertBook(await writeBook(folder), {
      output: path.join(folder, 'book.mp3'),
      provider: 'embedded',
      voice: 'flite:slt',
      chapters: [2],
      cacheFolder: folder,
      environment: testEnvironment,
      onProgress: (event) => {
        if (event.type === 'segment-spoken') seconds += event.seconds;
      },
    });
    expect(seconds).toBeCloseTo(report.seconds, 2);
  });
});

describe('an option with several values', () => {
  it('leaves the book to the command', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const { code, stdout } = await inProcessCli(['chapters', '--exclude', 'Noon', 'small.epub'], { folder });
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('Noon ')]);
  });

  it.each([
    ['--meta year=1813 book.epub', 'book.epub --meta year=1813'],
    ['--meta year=1813 book.epub --acx', 'book.epub --meta year=1813 --acx'],
    ['book.epub --meta year=1813 genre=Satire', 'book.epub --meta year=1813 genre=Satire'],
    ['-o out.mp3 book.epub --meta year=1813 genre=Satire', '-o out.mp3 book.epub --meta year=1813 genre=Satire'],
    ['--meta year=1813', '--meta year=1813'],
    ['--acx', '--acx'],
  ])('%s is read as %s', (given, expected) => {
    expect(separateBook(given.split(' '), outputOptions).join(' ')).toBe(expected);
  });
});

describe('the question for a password', () => {
  it.skipIf(isProgramMissing('script'))('ends with exit code 130 on Ctrl-C', async () => {
    const folder = await temporaryFolder();
    const line = `"${process.execPath}" "${cliProgram}" chapters "${smallBookFile('locked.pdf')}"`;
    const terminal = spawn('script', ['-qefc', line, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, TERM: 'xterm' },
    });
    let screen = '';
    terminal.stdout.on('data', (bytes: Buffer) => (screen += bytes.toString()));
    while (!screen.includes('Password of the book')) await delay(50);
    terminal.stdin.write('\u0003');
    const [code] = (await once(terminal, 'close')) as [number];
    expect([code, screen]).toEqual([130, expect.not.stringContaining('bug')]);
  });
});
