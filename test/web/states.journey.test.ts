import { describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { faultsOf, violationsOf } from '../helpers/browser.ts';
import { faultyKokoro } from '../helpers/faulty-kokoro.ts';
import { epubFile, make, pageStage, pageTime } from '../helpers/page-stage.ts';
import { startCutProxy } from '../helpers/servers/cut-proxy.ts';
import { shortBook } from '../helpers/small-book.ts';
import { startJob, startService, waitForJob } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const pageFolder = builtPage();
const stage = pageStage(async () => ({ AUDIOBOOK_PREFLIGHT: 'off' }));
const kokoro = faultyKokoro();

/** The console says which requests were refused. */
const refused = /^Failed to load resource: the server responded with a status of 4\d\d/u;

const encryption =
  '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">' +
  '<enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>' +
  '<enc:CipherData><enc:CipherReference URI="OEBPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>';

describe.skipIf(stage.isMissing)('the words of the page', pageTime, () => {
  it('are those of the language of the browser, also where they are long', async () => {
    await using opened = await stage.open('', { locale: 'de-AT' });
    const { page, complaints } = opened;
    await page.getByText('Zieh ein Buch hierher.').waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.setInputFiles('input[type=file]', await epubFile());
    await page.getByRole('button', { name: 'Hörbuch machen' }).waitFor();
    await page.getByRole('button', { name: '3 Kapitel' }).click();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe.skipIf(stage.isMissing)('what can go wrong on the page', pageTime, () => {
  it('is explained, with a way to go on: a file that is not a book, and one that is locked to a shop', async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    await page.setInputFiles('input[type=file]', {
      ...(await epubFile('notes.epub')),
      buffer: Buffer.from('This is not a book.'),
    });
    await page.getByRole('alert').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose another book' }).click();
    await page.setInputFiles('input[type=file]', await epubFile('locked.epub', { encryption }));
    await page.getByRole('alert').getByText('This book is locked to a shop.').waitFor();
    expect(complaints.filter((one) => !refused.test(one))).toEqual([]);
  });

  it('includes an upload that is cut: it can be sent again, and makes one job', async () => {
    await using service = await startService({ pageFolder });
    await using proxy = await startCutProxy(service.url);
    await using opened = await stage.open(proxy.url);
    const { page } = opened;
    const noise = Uint8Array.from({ length: 600_000 }, (_, index) => (index * 7919) % 251);
    const entries = [{ name: 'OEBPS/noise.bin', data: noise, stored: true }];
    const book = await epubFile('large.epub', { entries });
    proxy.maxSent = 100_000;
    await page.setInputFiles('input[type=file]', book);
    await page.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
    proxy.maxSent = Infinity;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: '3 chapters' }).waitFor();
    proxy.maxSent = 100_000;
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
    proxy.maxSent = Infinity;
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.waitForURL(/\/jobs\/[\w-]+$/u);
    const { total } = (await (await fetch(`${service.url}/jobs`)).json()) as { total: number };
    expect(total).toBe(1);
  });

  it('asks for the token once, refuses a wrong one, and works below a path', async () => {
    await using service = await startService({
      pageFolder,
      basePath: '/books',
      settings: { AUDIOBOOK_TOKEN: 'a-secret-token' },
    });
    await using opened = await stage.open(`${service.url}/books/library`);
    const { page, complaints } = opened;
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('alert').getByText('That token is not known here.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Token').fill('a-secret-token');
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('No finished book yet.').waitFor();
    expect(
      await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).not.toContain('secret');
    await page.reload();
    await page.getByText('No finished book yet.').waitFor();
    await page.getByRole('link', { name: 'Make', exact: true }).click();
    await page.setInputFiles('input[type=file]', await epubFile());
    await page.getByRole('button', { name: '3 chapters' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/books/');
    expect(complaints.filter((one) => !refused.test(one))).toEqual([]);
  });

  it('lets a phone in with the code of a QR code, once, which leaves the address', async () => {
    await using service = await startService({ pageFolder, settings: { AUDIOBOOK_TOKEN: 'a-secret-token' } });
    const address = `${service.url}/library#login=${service.newCode()}`;
    await using opened = await stage.open(address);
    const { page } = opened;
    await page.getByText('No finished book yet.').waitFor();
    expect(page.url()).toBe(`${service.url}/library`);
    await using late = await stage.open(address);
    await late.page.getByText('That code was used or is too old.').waitFor();
    expect(await violationsOf(late.page)).toEqual([]);
  });

  it('says why a job failed, and makes the book with the usual voice', async () => {
    const { id } = await startJob(stage.service, { voice: 'no_such_voice', max_chapters: '1', format: 'wav' });
    await waitForJob(stage.service, id, 'failed');
    await using opened = await stage.open(`/jobs/${id}`);
    const { page } = opened;
    await page.getByRole('alert').getByText('no_such_voice').waitFor();
    await page.getByRole('button', { name: 'Try again', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again with the usual voice' }).click();
    await page.getByRole('main').getByText('It is finished.').waitFor();
  });

  it('says for whom a job waits, and goes on with it when the service was started again', async () => {
    const cacheFolder = await temporaryFolder();
    const settings = { TTS_PATIENCE: '1h', AUDIOBOOK_PREFLIGHT: 'off' };
    const start = async () => await kokoro.start(settings, cacheFolder, { pageFolder });
    kokoro.fault = 'error';
    const first = await start();
    await using proxy = await startCutProxy(first.url);
    await using opened = await stage.open(proxy.url);
    const { page } = opened;
    const id = await make(page, await epubFile('short.epub', shortBook));
    await page
      .getByRole('main')
      .getByText(/^Waiting since .+Kokoro/u)
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await first.stop();
    await page.getByText('The service cannot be reached.').first().waitFor();
    kokoro.fault = undefined;
    await using second = await start();
    proxy.target = second.url;
    await page.getByRole('main').getByText('It is finished.').waitFor();
    expect(page.url()).toContain(id);
  });
});
