import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openPage, startBrowser, violationsOf } from '../helpers/browser.ts';
import { buildEpub } from '../helpers/epub-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { smallBook } from '../helpers/small-book.ts';
import { startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';

const noChromium = isProgramMissing('chromium');

const tram = fileURLToPath(new URL('../books/the-last-tram.epub', import.meta.url));

let browser: Browser;
let service: RunningService;

beforeAll(async () => {
  if (noChromium) return;
  [browser, service] = await Promise.all([startBrowser(), startService({ pageFolder: builtPage() })]);
});

afterAll(async () => {
  if (noChromium) return;
  await browser.close();
  await service[Symbol.asyncDispose]();
});

/** Makes the small book on the page and returns the id of its job. */
async function make(page: Page, book = smallBook): Promise<string> {
  const buffer = Buffer.from(await buildEpub(book));
  await page.setInputFiles('input[type=file]', { name: 'small.epub', mimeType: 'application/epub+zip', buffer });
  await page.getByRole('button', { name: 'Make the audiobook' }).click();
  await page.waitForURL(/\/jobs\/[\w-]+$/u);
  return page.url().split('/').at(-1) ?? '';
}

async function heardSeconds(page: Page): Promise<number> {
  return Number(await page.evaluate("document.querySelector('#book-audio').currentTime"));
}

describe.skipIf(noChromium)('listening on the page', () => {
  it('plays a book while it is made', async () => {
    await using opened = await openPage(browser, service.url);
    const { page, complaints } = opened;
    await page.setInputFiles('input[type=file]', tram);
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.waitForURL(/\/jobs\/[\w-]+$/u);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await waitUntil(async () => (await heardSeconds(page)) > 0.5);
    expect(await (await fetch(page.url())).json()).toMatchObject({ state: 'running' });
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop making it' }).click();
    await page.getByRole('heading', { name: 'Drop a book.' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('opens a finished book, marks the spoken sentence and goes to the one that is clicked', async () => {
    await using opened = await openPage(browser, service.url);
    const { page, complaints } = opened;
    const id = await make(page);
    // As the report of a book that was verified. The passages of this one are whole.
    const report = {
      hearing: {
        lost: [{ text: 'Lamps were lit', startSeconds: 9, verdict: 'lost', missing: ['the quay'] }],
        unclear: [],
        notJudged: [],
        finished: { segments: 9, altered: [{ text: 'The kettle sang', startSeconds: 2 }] },
      },
    };
    await page.route(`**/jobs/${id}/report`, async (route) => await route.fulfill({ json: report }));
    await page.getByRole('link', { name: 'Open it' }).click();
    await page.waitForURL(/\/listen\//u);
    await page.getByText('2 passages to check').click();
    await page.getByRole('button', { name: 'Lamps were lit words are missing: “the quay”' }).click();
    await waitUntil(async () => Math.abs((await heardSeconds(page)) - 9) < 0.5);
    await page.getByRole('button', { name: 'The kettle sang the file differs' }).click();
    await waitUntil(async () => Math.abs((await heardSeconds(page)) - 2) < 0.5);
    await page.getByText('No one else was awake to hear it.').click();
    await page.locator('.spoken', { hasText: 'No one else' }).waitFor();
    const before = await heardSeconds(page);
    expect(before).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await waitUntil(async () => (await heardSeconds(page)) > before + 0.3);
    await page.keyboard.press('.');
    await waitUntil(async () => (await page.getByLabel('Speed').inputValue()) === '1.1');
    await page.locator('body').press('k');
    await page.getByText('Chapters', { exact: true }).click();
    await page.getByRole('button', { name: 'Night' }).click();
    await page.locator('.text-pane', { hasText: 'Lamps were lit' }).waitFor();
    await page.locator('body').press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByRole('button').click();
    await page.getByText('Files', { exact: true }).click();
    expect(await violationsOf(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: '.m4b' }).click(),
    ]);
    const result = await fetch(`${service.url}/jobs/${id}/result`);
    expect(await readFile(await download.path())).toEqual(Buffer.from(await result.arrayBuffer()));
    const left = await heardSeconds(page);
    await page.reload();
    await waitUntil(async () => Math.abs((await heardSeconds(page)) - left) < 1);
    expect(complaints).toEqual([]);
  });

  it('shows titles of books as text, whatever they hold, and finds and removes books', async () => {
    const titles = ['<b onclick=x>Bold</b> & "quoted"', 'ألف ليلة وليلة', '紅樓夢'];
    for (const title of titles) {
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from(await buildEpub({ ...smallBook, title }))]), 'book.epub');
      form.set('kind', 'synthesize');
      form.set('max_chapters', '1');
      form.set('listen', 'true');
      const { id } = (await (await fetch(`${service.url}/jobs`, { method: 'POST', body: form })).json()) as {
        id: string;
      };
      await waitForJob(service, id, 'done');
    }
    await using opened = await openPage(browser, `${service.url}/library`, { viewport: { width: 360, height: 700 } });
    const { page, complaints } = opened;
    for (const title of titles) await page.locator('strong').getByText(title, { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Search').fill('紅樓');
    await page.getByText('1 book', { exact: true }).waitFor();
    await page.getByRole('link', { name: '紅樓夢' }).click();
    await page.getByText('Files', { exact: true }).click();
    await page.getByRole('button', { name: 'Remove this book' }).click();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await page.waitForURL(/\/library$/u);
    await page.locator('strong').getByText('ألف').waitFor();
    expect(await page.getByText('紅樓夢').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
