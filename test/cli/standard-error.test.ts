import { spawn } from 'node:child_process';
import type { StdioPipe, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cliProgram } from '../helpers/run-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testEnvironment } from '../helpers/test-environment.ts';

async function convert(stderr: StdioPipe | number) {
  const folder = await temporaryFolder();
  await writeBook(folder);
  const env = { PATH: process.env['PATH'], HOME: folder, ...testEnvironment };
  const stdio: StdioOptions = ['ignore', 'ignore', stderr];
  const child = spawn(process.execPath, [cliProgram, 'convert', 'small.epub'], { cwd: folder, env, stdio });
  child.stderr?.destroy();
  const [code] = (await once(child, 'exit')) as [number];
  const { size } = await stat(path.join(folder, 'small.mp3')).catch(() => ({ size: 0 }));
  return { code, isMade: size > 10_000 };
}

it('goes on when nobody reads its messages any longer', async () => {
  expect(await convert('pipe')).toEqual({ code: 0, isMade: true });
});

it.runIf(process.platform === 'linux')('goes on when the disk of its log is full', async () => {
  await using full = await open('/dev/full', 'w');
  expect(await convert(full.fd)).toEqual({ code: 0, isMade: true });
});
