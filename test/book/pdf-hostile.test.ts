import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hostilePdfs } from '../helpers/hostile-pdfs.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const run = promisify(execFile);
const child = fileURLToPath(new URL('../helpers/read-pdf-child.mjs', import.meta.url));

describe('a hostile or broken PDF', () => {
  for (const { name, build, outcomes } of hostilePdfs) {
    it(`ends in bounded time with an expected code: ${name}`, async () => {
      const file = path.join(await temporaryFolder(), 'hostile.pdf');
      await writeFile(file, build());
      // Only the kill fails the test, so the speed of the machine does not matter.
      const { stdout } = await run(process.execPath, ['--max-old-space-size=400', child, file], {
        timeout: 240_000,
        killSignal: 'SIGKILL',
      });
      expect(outcomes).toContain(stdout);
    });
  }
});
