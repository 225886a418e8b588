import { execFileSync } from 'node:child_process';
import { appendFile, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from './helpers/temporary-folder.ts';

const script = fileURLToPath(new URL('../scripts/prepare.mjs', import.meta.url));

it('prepares a clone with one build, until a source or the result changes', async () => {
  const folder = await temporaryFolder();
  for (const name of ['scripts', 'src', 'build', 'dist']) await mkdir(path.join(folder, name));
  const copy = path.join(folder, 'scripts/prepare.mjs');
  await copyFile(script, copy);
  const build = "require('fs').appendFileSync('builds.txt', 'x'); require('fs').writeFileSync('dist/cli.js', 'made');";
  await writeFile(path.join(folder, 'build.cjs'), build);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { build: 'node build.cjs' } }));
  await writeFile(path.join(folder, 'src/one.ts'), 'one');
  const builds = async (): Promise<number> => {
    execFileSync(process.execPath, [copy], { cwd: folder, stdio: 'ignore' });
    return (await readFile(path.join(folder, 'builds.txt'), 'utf8')).length;
  };
  expect(await builds()).toBe(1);
  expect(await builds()).toBe(1);
  await appendFile(path.join(folder, 'src/one.ts'), ' and more');
  expect(await builds()).toBe(2);
  await rm(path.join(folder, 'dist/cli.js'));
  expect(await builds()).toBe(3);
  expect(await builds()).toBe(3);
});
