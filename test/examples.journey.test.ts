import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { samplePath } from './books/build.mjs';
import { writeBook } from './helpers/small-book.ts';
import { startService } from './helpers/start-service.ts';
import { temporaryFolder } from './helpers/temporary-folder.ts';
import { testEnvironment } from './helpers/test-environment.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const example = (name: string): string => path.join(root, 'examples', name);

/** An environment without a provider or cache of this machine. */
function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...testEnvironment,
    PATH: `${folder}/bin:${process.env['PATH']}`,
    HOME: folder,
    AUDIOBOOK_CACHE_DIR: `${folder}/cache`,
  };
}

async function shortBook(folder: string): Promise<string> {
  const documents = [{ path: 'a.xhtml', title: 'One', body: '<p>The kettle sang before the birds did.</p>' }];
  return await writeBook(folder, { title: 'Letters', language: 'en', documents }, 'letters.epub');
}

describe('the examples', () => {
  it('convert a book with the library', async () => {
    const folder = await temporaryFolder();
    const output = path.join(folder, 'tram.m4b');
    const { stdout, stderr } = await run(process.execPath, [example('library.mjs'), samplePath, output], {
      cwd: root,
      env: environment(folder),
    });
    expect(stdout).toBe('0 Prologue\n');
    expect(stderr).toContain('Chapter: Prologue');
    expect(await readdir(folder)).toContain('tram.m4b');
  });

  it('convert a book through the service, and fetch the same job again', async () => {
    await using service = await startService();
    const folder = await temporaryFolder();
    const output = path.join(folder, 'letters.mp3');
    const env = { ...environment(folder), AUDIOBOOK_URL: service.url };
    for (let call = 0; call < 2; call += 1) {
      const { stdout } = await run('bash', [example('service.sh'), await shortBook(folder), output], { env });
      expect(stdout).toBe(`${output}\n`);
    }
    const { jobs } = (await (await fetch(`${service.url}/jobs`)).json()) as { readonly jobs: readonly unknown[] };
    expect(jobs).toHaveLength(1);
    expect((await readFile(output)).subarray(0, 3).toString()).toBe('ID3');
  });

  it('convert every new book of a folder, silently, and report a failure', async () => {
    const folder = await temporaryFolder();
    const [inbox, outbox] = [path.join(folder, 'in'), path.join(folder, 'out')];
    await mkdir(inbox);
    await mkdir(path.join(folder, 'bin'));
    await symlink(path.join(root, 'bin/audiobook.js'), path.join(folder, 'bin/audiobook'));
    await shortBook(inbox);
    const env = environment(folder);
    expect(await run('bash', [example('inbox.sh'), inbox, outbox], { env })).toEqual({ stdout: '', stderr: '' });
    expect(await readdir(outbox)).toEqual(['letters.m4b', 'letters.m4b.report.json']);

    await writeFile(path.join(inbox, 'broken.epub'), 'not a book');
    const failed = run('bash', [example('inbox.sh'), inbox, outbox], { env });
    await expect(failed).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/broken\.epub failed\n$/u) });
  });
});
