import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostilePdfs } from '../helpers/hostile-pdfs.ts';

const run = promisify(execFile);
const child = fileURLToPath(new URL('../helpers/read-pdf-child.mjs', import.meta.url));

describe('a hostile or broken PDF', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-pdf-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  for (const { name, make, ends } of hostilePdfs) {
    it(`ends in bounded time with the right code: ${name}`, async () => {
      const file = join(folder, `${name.replaceAll(/\W+/gu, '-')}.pdf`);
      await writeFile(file, make());
      // The kill is what fails the test; nothing here depends on how fast the machine is.
      const { stdout } = await run(process.execPath, ['--max-old-space-size=400', child, file], {
        timeout: 45_000,
        killSignal: 'SIGKILL',
      });
      expect(ends).toContain(stdout);
    });
  }
});
