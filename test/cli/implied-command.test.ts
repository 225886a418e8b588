import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withCommand } from '../../src/cli/implied-command.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('a command line without a command', () => {
  it.each<[string, readonly string[]]>([
    ['a file name', ['book.epub', '-o', 'x.mp3']],
    ['a path', ['shelf/book']],
    ['a path of Windows', [String.raw`shelf\book`]],
    ['an address', ['https://example.org/book']],
    ['a folder that exists', ['inbox']],
    ['a flag before the book', ['--voice', 'heart', 'book.epub']],
  ])('converts %s', async (_name, argv) => {
    const workingFolder = await temporaryFolder();
    await mkdir(path.join(workingFolder, 'inbox'));
    expect(withCommand({ argv, workingFolder })).toEqual(['convert', ...argv]);
  });

  it.each<[string, readonly string[]]>([
    ['commands', ['plan', 'book.epub']],
    ['what is nearly a command', ['convrt', 'book.epub']],
    ['flags', ['--version']],
    ['help', ['help', 'convert']],
    ['nothing', []],
  ])('leaves %s as they are', async (_name, argv) => {
    expect(withCommand({ argv, workingFolder: await temporaryFolder() })).toEqual(argv);
  });

  it('says what a conversion says', async () => {
    const folder = await temporaryFolder();
    const { code, stderr } = await inProcessCli(['missing.epub'], { folder });
    expect([code, stderr]).toEqual([3, expect.stringContaining('missing.epub')]);
    expect(stderr).not.toContain('unknown command');
  });
});
