import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findBooks } from '../../src/cli/books/find-books.ts';
import { reportPath } from '../../src/pipeline/output/output-paths.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { runOnTerminal } from '../helpers/run-on-terminal.ts';
import { bookForm, post, startService } from '../helpers/start-service.ts';
import { mobi, standInCalibre } from '../helpers/stand-in-calibre.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function kindle(): Promise<{ readonly folder: string; readonly PATH: string }> {
  const folder = await temporaryFolder();
  const { path: found } = await standInCalibre(folder);
  vi.stubEnv('PATH', found);
  onTestFinished(() => void vi.unstubAllEnvs());
  await writeFile(path.join(folder, 'old.mobi'), mobi(''));
  return { folder, PATH: found };
}

const command = 'Convert it with calibre: ebook-convert old.mobi old.epub';

describe('a Kindle book on the command line', () => {
  it('is read with --ebook-convert, with the setting, and in a conversion with --yes', async () => {
    const { folder } = await kindle();
    const flag = await inProcessCli(['chapters', 'old.mobi', '--ebook-convert'], { folder });
    expect(flag).toMatchObject({ code: 0, stdout: expect.stringContaining('The Small Book by Ada Example') });
    const environment = { AUDIOBOOK_EBOOK_CONVERT: 'on' };
    expect(await inProcessCli(['text', 'old.mobi'], { folder, environment })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The kettle sang'),
    });
    const voice = ['--provider', 'embedded', '--voice', 'flite:slt'];
    const yes = await inProcessCli(['convert', 'old.mobi', '--yes', '-q', '-o', 'old.wav', ...voice], { folder });
    expect(yes).toMatchObject({ code: 0 });
    const report: unknown = JSON.parse(await readFile(reportPath(path.join(folder, 'old.wav')), 'utf8'));
    expect(report).toMatchObject({ book: { file: path.join(folder, 'old.mobi'), title: 'The Small Book' } });
  });

  it('is refused without them, with the command and the flag that does it', async () => {
    const { folder } = await kindle();
    const { code, stderr } = await inProcessCli(['chapters', 'old.mobi'], { folder });
    expect(code).toBe(8);
    expect(stderr).toContain(command);
    expect(stderr).toContain('--ebook-convert does it for you.');
    vi.stubEnv('PATH', '/nonexistent');
    const missing = await inProcessCli(['chapters', 'old.mobi', '--ebook-convert'], { folder });
    expect(missing).toMatchObject({ code: 8, stderr: expect.stringContaining(command) });
    expect(missing.stderr).not.toContain('does it for you');
  });

  it.skipIf(isProgramMissing('script'))('is asked about on a terminal', async () => {
    const { folder, PATH } = await kindle();
    const question = 'Convert it with the installed ebook-convert?';
    const asked = { folder, environment: { PATH } };
    const yes = await runOnTerminal(['chapters', 'old.mobi'], { ...asked, answers: { [question]: 'y\r' } });
    expect([yes.code, yes.screen]).toEqual([0, expect.stringContaining('The Small Book')]);
    const no = await runOnTerminal(['chapters', 'old.mobi'], { ...asked, answers: { [question]: 'n\r' } });
    expect([no.code, no.screen]).toEqual([8, expect.stringContaining('ebook-convert old.mobi old.epub')]);
  });
});

describe('a Kindle book in a folder', () => {
  it('is one of its books where it may be converted, unless it is there in another kind', async () => {
    const { folder } = await kindle();
    for (const name of ['both.mobi', 'both.epub']) await writeFile(path.join(folder, name), mobi(''));
    const found = async (converts: boolean): Promise<readonly string[]> => {
      const { files } = await findBooks([folder], folder, async () => await Promise.resolve(converts));
      return files.map((file) => path.basename(file));
    };
    expect(await found(true)).toEqual(['both.epub', 'old.mobi']);
    expect(await found(false)).toEqual(['both.epub']);
  });
});

async function form(): Promise<FormData> {
  return await bookForm({}, mobi(''), 'old.mobi');
}

describe('a Kindle book that is sent to the service', () => {
  it('is refused with 415 unless the operator has allowed its conversion', async () => {
    await kindle();
    await using usual = await startService();
    const refused = await post(`${usual.url}/plan`, await form());
    expect([refused.status, await refused.json()]).toEqual([
      415,
      expect.objectContaining({ code: 'book-unsupported', detail: expect.stringContaining(command) }),
    ]);
    await using allowing = await startService({ settings: { AUDIOBOOK_EBOOK_CONVERT: 'on' } });
    const planned = await post(`${allowing.url}/plan`, await form());
    expect([planned.status, await planned.json()]).toEqual([200, expect.objectContaining({ title: 'The Small Book' })]);
  });
});
