import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openPage, startBrowser, violationsOf } from '../helpers/browser.ts';
import { buildEpub } from '../helpers/epub-builder.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { smallBook } from '../helpers/small-book.ts';
import { startService } from '../helpers/start-service.ts';
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

/** Drops a file on the page, as a file manager does. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], '${name}'));
    return transfer;
  })()`);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

describe.skipIf(noChromium)('the place to make audiobooks', () => {
  it('shows what will be made of a dropped book, and makes it', async () => {
    await using opened = await openPage(browser, service.url);
    const { page, complaints } = opened;
    await page.getByRole('heading', { name: 'Drop a book.' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await drop(page, 'small.epub', await buildEpub(smallBook));
    await page.getByRole('button', { name: '3 chapters' }).click();
    await page.getByRole('checkbox', { name: 'Noon' }).uncheck();
    await page.getByRole('button', { name: '2 of 3 chapters' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'M4B' }).click();
    await page.getByRole('radio', { name: 'MP3' }).check();
    await page.getByLabel('Title', { exact: true }).fill('A Smaller Book');
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.waitForURL(/\/jobs\/[\w-]+$/u);
    await page.getByRole('heading', { name: 'A Smaller Book' }).waitFor();
    await page.getByRole('main').getByText('It is finished.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const id = page.url().split('/').at(-1);
    const job: unknown = await (await fetch(`${service.url}/jobs/${id}`)).json();
    expect(job).toMatchObject({
      state: 'done',
      kind: 'synthesize',
      options: { chapters: '1,3', format: 'mp3', meta: 'title=A Smaller Book' },
    });
    expect(complaints).toEqual([]);
  });

  it('lets voices speak a sentence of the book', async () => {
    await using opened = await openPage(browser, service.url);
    const { page, complaints } = opened;
    await page.setInputFiles('input[type=file]', tram);
    await page.getByRole('button', { name: 'slt' }).click();
    const asked = page.waitForRequest(/\/samples$/u);
    await page.getByRole('button', { name: 'Hear rms speak' }).click();
    expect((await asked).postData()).toContain('Port Merrin is built');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByLabel('Language').selectOption({ label: 'French' });
    await page.getByText('No voice for French here').or(page.getByRole('radio').first()).waitFor();
    expect(complaints).toEqual([]);
  });
});
