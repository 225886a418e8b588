import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { writeBook } from '../helpers/small-book.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('an M4B', () => {
  it('of an 8 kHz voice needs no bitrate', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const flags = ['--provider', 'embedded', '--voice', 'flite:kal', '--max-chapters', '1', '-q', '-o', 'x.m4b'];
    expect(await inProcessCli(['convert', 'small.epub', ...flags], { folder })).toMatchObject({ code: 0, stderr: '' });
  });

  it('warns of a chapter that is longer than a part', async () => {
    const folder = await temporaryFolder();
    await writeBook(folder);
    const result = await inProcessCli(['convert', 'small.epub', '-o', 'x.m4b', '--max-part', '3s'], { folder });
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/The chapter 'Morning' takes \d+ s and is longer than a part \(3 s\)\./u);
    expect((await readdir(folder)).filter((name) => name.endsWith('.m4b'))).toHaveLength(3);
  });
});
