import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openPage, startBrowser, violationsOf } from '../helpers/browser.ts';
import { buildEpub } from '../helpers/epub-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { smallBook } from '../helpers/small-book.ts';
import { startJob, startService, waitForJob } from '../helpers/start-service.ts';

const noChromium = isProgramMissing('chromium');
const pageFolder = builtPage();

let browser: Browser;

beforeAll(async () => {
  if (!noChromium) browser = await startBrowser();
});

afterAll(async () => {
  if (!noChromium) await browser.close();
});

const epub = (name: string, buffer: Uint8Array) => ({
  name,
  mimeType: 'application/epub+zip',
  buffer: Buffer.from(buffer),
});

/** The console says which requests were refused. */
const refused = /^Failed to load resource: the server responded with a status of 4\d\d/u;

describe.skipIf(noChromium)('what can go wrong on the page', () => {
  it('is said in words, with what helps: a file that is no book, and one that is locked to a shop', async () => {
    await using service = await startService({ pageFolder });
    await using opened = await openPage(browser, service.url);
    const { page, complaints } = opened;
    await page.setInputFiles('input[type=file]', epub('notes.epub', Buffer.from('This is not a book.')));
    await page.getByRole('alert').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Choose another book' }).click();
    const encryption =
      '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">' +
      '<enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>' +
      '<enc:CipherData><enc:CipherReference URI="OEBPS/one.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>';
    const locked = await buildEpub({ ...smallBook, encryption });
    await page.setInputFiles('input[type=file]', epub('locked.epub', locked));
    await page.getByRole('alert').getByText('This book is locked to a shop.').waitFor();
    expect(complaints.filter((one) => !refused.test(one))).toEqual([]);
  });

  it('includes an upload that is cut: it can be sent again', async () => {
    await using service = await startService({ pageFolder });
    await using opened = await openPage(browser, service.url);
    const { page } = opened;
    await page.route(/\/plan$/u, async (route) => await route.abort('connectionreset'));
    await page.setInputFiles('input[type=file]', epub('small.epub', await buildEpub(smallBook)));
    await page.getByRole('alert').getByText('The service cannot be reached.').first().waitFor();
    await page.unroute(/\/plan$/u);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: '3 chapters' }).waitFor();
    await page.route(/\/jobs$/u, async (route) =>
      route.request().method() === 'POST' ? await route.abort('connectionreset') : await route.continue(),
    );
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.getByRole('alert').waitFor();
    await page.unroute(/\/jobs$/u);
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
    await using opened = await openPage(browser, `${service.url}/books/library`);
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
    await page.setInputFiles('input[type=file]', epub('small.epub', await buildEpub(smallBook)));
    await page.getByRole('button', { name: '3 chapters' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/books/');
    expect(complaints.filter((one) => !refused.test(one))).toEqual([]);
  });

  it('says why a job failed', async () => {
    await using service = await startService({ pageFolder, settings: { AUDIOBOOK_PREFLIGHT: 'off' } });
    const { id } = await startJob(service, { voice: 'no_such_voice' });
    await waitForJob(service, id, 'failed');
    await using opened = await openPage(browser, `${service.url}/jobs/${id}`);
    const { page } = opened;
    await page.getByRole('alert').getByText('no_such_voice').waitFor();
    await page.getByRole('button', { name: 'Try again', exact: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Drop a book.' }).waitFor();
  });
});

describe.skipIf(noChromium)('many things on the page', () => {
  it('are 400 chapters, of which none is wider than a phone', async () => {
    const documents = Array.from({ length: 400 }, (_, index) => ({
      path: `${index}.xhtml`,
      title: `Chapter ${index + 1}`,
      body: `<h1>Chapter ${index + 1}</h1><p>Day ${index + 1} on the quay of the town.</p>`,
    }));
    await using service = await startService({ pageFolder });
    await using opened = await openPage(browser, service.url, { viewport: { width: 360, height: 700 } });
    const { page, complaints } = opened;
    await page.setInputFiles('input[type=file]', epub('long.epub', await buildEpub({ ...smallBook, documents })));
    await page.getByRole('button', { name: '400 chapters' }).click();
    expect(await page.getByRole('checkbox').count()).toBe(400);
    await page.getByRole('button', { name: 'None' }).click();
    expect(await page.getByRole('button', { name: 'Make the audiobook' }).isDisabled()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('are 300 books, of which only those in view are drawn and fetched', async () => {
    await using service = await startService({ pageFolder });
    await using opened = await openPage(browser, service.url, { viewport: { width: 1440, height: 900 } });
    const { page, complaints } = opened;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const books = Array.from({ length: 300 }, (_, index) => ({
      id: String(index),
      title: `Book ${index + 1}`,
      authors: ['Ada Example'],
      seconds: 3600,
      bytes: 1,
      chapters: 1,
      cover: `/icons/icon-192.png?${index}`,
      files: [],
    }));
    await page.route(/\/library\?/u, async (route) => await route.fulfill({ json: { books, total: books.length } }));
    await page.evaluate("history.pushState(undefined, '', '/library'); dispatchEvent(new PopStateEvent('popstate'))");
    await page.getByText('300 books').waitFor();
    expect(await page.locator('.shelf li').count()).toBe(300);
    await page.waitForTimeout(500);
    expect(asked.filter((path) => path.endsWith('.png')).length).toBeLessThan(120);
    expect(complaints).toEqual([]);
  });

  it('are two tabs, which agree on what is being made', async () => {
    await using service = await startService({ pageFolder });
    await using opened = await openPage(browser, service.url);
    const { page: first } = opened;
    const second = await first.context().newPage();
    await second.goto(`${service.url}/jobs`);
    await second.getByText('Nothing is being made.').waitFor();
    await first.setInputFiles('input[type=file]', epub('small.epub', await buildEpub(smallBook)));
    await first.getByRole('button', { name: 'Make the audiobook' }).click();
    await second.getByRole('link', { name: 'Library' }).waitFor();
    await second.getByRole('link', { name: 'Library' }).click();
    await second.getByRole('link', { name: 'The Small Book' }).waitFor();
    expect(await second.locator('.shelf li').count()).toBe(1);
  });
});
