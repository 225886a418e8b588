import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const program = fileURLToPath(new URL('../../bin/audiobook.js', import.meta.url));

/** Standard input that is never read nor closed, and keeps no program running. */
const deadInput = `import { Readable } from 'node:stream';
Object.defineProperty(process, 'stdin', { value: new Readable({ read() {} }) });`;

describe('a program that waits for something that never comes', () => {
  it('does not end as if all were well', async () => {
    const folder = await temporaryFolder();
    const preload = `data:text/javascript,${encodeURIComponent(deadInput)}`;
    const args = ['--import', preload, program, 'convert', '-', '-o', 'book.mp3'];
    const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, args, { cwd: folder }, (error, _stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stderr });
      });
    });
    expect(ended).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^audiobook: The program ended before its work was done\. Run .* again to continue\.\n$/mu,
      ),
    });
  });
});
