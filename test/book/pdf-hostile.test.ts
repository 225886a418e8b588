import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hostilePdfs } from '../helpers/hostile-pdfs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const run = promisify(execFile);
const child = fileURLToPath(new URL('../helpers/read-pdf-child.mjs', import.meta.url));

it('ends with an expected code for each hostile or broken PDF, in bounded memory', async () => {
  const folder = await temporaryFolder();
  const files = hostilePdfs.map((_pdf, index) => path.join(folder, `${index}.pdf`));
  for (const [index, file] of files.entries()) await writeFile(file, hostilePdfs[index]?.build() ?? '');
  // One process for all: without memory, or in a reading that does not end, the outcomes behind it are missing.
  const { stdout } = await run(process.execPath, ['--max-old-space-size=400', child, ...files], {
    timeout: 110_000,
    killSignal: 'SIGKILL',
  }).catch((ended: { readonly stdout: string }) => ended);
  const found = stdout.split('\n');
  const unexpected = hostilePdfs.filter(({ outcomes }, index) => !outcomes.includes(found[index] ?? ''));
  expect(unexpected.map(({ name }) => [name, found[hostilePdfs.findIndex((pdf) => pdf.name === name)]])).toEqual([]);
});
