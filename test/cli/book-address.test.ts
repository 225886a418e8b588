import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { reportPath } from '../../src/pipeline/output/output-paths.ts';
import { inProcessCli } from '../helpers/in-process-cli.ts';
import { startBookServer } from '../helpers/servers/book-server.ts';
import { startProxyServer } from '../helpers/servers/proxy-server.ts';
import { post, startService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

describe('the address of a book on the command line', () => {
  it('is converted into a file that is named after it, once, and named in the report', async () => {
    await using server = await startBookServer();
    const folder = await temporaryFolder();
    const temporary = await temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const address = `${server.url.replace('//', '//ann:secret@')}/small.epub?token=secret`;
    const args = ['convert', address, '-q', '--provider', 'embedded', '--voice', 'flite:slt'];
    expect(await inProcessCli(args, { folder })).toMatchObject({ code: 0 });
    const report = await readFile(reportPath(path.join(folder, 'small.mp3')), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ book: { file: `${server.url}/small.epub`, title: 'The Small Book' } });
    expect(report).not.toContain('secret');
    expect(await inProcessCli(args, { folder })).toMatchObject({ code: 0 });
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304]);
    expect((await readdir(temporary)).filter((name) => name.startsWith('audiobook-source'))).toEqual([]);
  });

  it('is a book for the other commands, and a page is read as one', async () => {
    await using server = await startBookServer();
    const folder = await temporaryFolder();
    const chapters = await inProcessCli(['chapters', `${server.url}/moved`], { folder });
    expect(chapters).toMatchObject({ code: 0, stdout: expect.stringContaining('The Small Book by Ada Example') });
    const text = await inProcessCli(['text', `${server.url}/article/`], { folder });
    expect(text).toMatchObject({ code: 0, stdout: expect.stringContaining('It rained. It rained.') });
    const plan = await inProcessCli(['plan', `${server.url}/small.epub`, '--provider', 'embedded'], { folder });
    expect(plan).toMatchObject({ code: 0 });
  });

  it('that leads to an error page is no book, and says what may be wrong', async () => {
    await using server = await startBookServer();
    const folder = await temporaryFolder();
    const login = await inProcessCli(['chapters', `${server.url}/login.epub`], { folder });
    expect([login.code, login.stderr]).toEqual([8, expect.stringContaining('perhaps the error page of a download')]);
    const gone = await inProcessCli(['chapters', `${server.url}/gone.epub?key=secret`], { folder });
    expect(gone.stderr).toContain(`Cannot download ${server.url}/gone.epub: status 404.`);
  });
});

describe('the address of a book in a form of the service', () => {
  it('is not fetched from a private network, and stands in place of a file', async () => {
    await using server = await startBookServer();
    await using service = await startService();
    const form = new FormData();
    form.set('url', `${server.url}/small.epub`);
    const answer = await post(`${service.url}/plan`, form);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining('from which the service fetches nothing') }),
    ]);
    expect(server.requests).toEqual([]);
    form.set('file', new Blob(['x']), 'x.txt');
    expect(await (await post(`${service.url}/plan`, form)).json()).toMatchObject({
      detail: expect.stringContaining('not both'),
    });
    expect(await service.jobFolders()).toEqual([]);
  });

  it('is fetched where it is public', async () => {
    await using server = await startBookServer();
    // No public server can be reached from a test: the proxy leads to the one of the test instead.
    await using proxy = await startProxyServer(server.url);
    await using service = await startService({ settings: { HTTP_PROXY: proxy.url } });
    const form = new FormData();
    form.set('url', 'http://93.184.215.14/small.epub');
    const answer = await post(`${service.url}/plan`, form);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ title: 'The Small Book' })]);
  });
});
