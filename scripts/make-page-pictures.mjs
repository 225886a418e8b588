// Draws the pictures of the page in docs/images from a real run of the service, with the installed Chromium:
//   npm run build && node scripts/make-page-pictures.mjs
// A folder as argument gets each picture of its own, in full size. Names as further arguments: only these states.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  lockedBook,
  startBrowser,
  startService,
  startServices,
  takeState,
  untilHeard,
  untilShown,
} from './page-stage.mjs';

/** @typedef {import('playwright-core').Page} Page */

const books = path.join(import.meta.dirname, '../test/books');
const tram = path.join(books, 'the-last-tram.epub');
/** @param {string} name */
const small = (name) => path.join(books, 'small', name);
const [singles, ...only] = process.argv.slice(2);
const makeButton = 'Make the audiobook';

const services = await startServices();
const service = await startService({
  KOKORO_API_URL: `${services.url}/v1`,
  OLLAMA_API_URL: services.url,
  TTS_PROVIDER: 'embedded',
});
const browser = await startBrowser();

/** @type {Readonly<Record<string, (page: Page) => Promise<void>>>} */
const states = {
  async empty(page) {
    await untilShown(page, 'Drop a book.');
  },
  async uploading(page) {
    const session = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 12_000 };
    await session.send('Network.emulateNetworkConditions', slow);
    await page.setInputFiles('input[type=file]', tram);
    await untilShown(page, /Sending the book, [1-9]/u);
  },
  async locked(page) {
    await choose(page, { name: 'locked.epub', mimeType: 'application/epub+zip', buffer: await lockedBook() });
    await page.getByRole('alert').waitFor();
  },
  async 'no-text'(page) {
    await page.setInputFiles('input[type=file]', small('pictures.pdf'));
    await page.getByRole('alert').waitFor();
  },
  async password(page) {
    await page.setInputFiles('input[type=file]', small('locked.pdf'));
    await page.getByLabel('Password of the PDF').waitFor();
  },
  async plan(page) {
    await page.setInputFiles('input[type=file]', tram);
    await page.getByRole('button', { name: makeButton }).waitFor();
  },
  async chapters(page) {
    await states['plan']?.(page);
    await page.getByRole('button', { name: /\d+ chapters/u }).click();
  },
  async voices(page) {
    await states['plan']?.(page);
    await page.getByRole('button', { name: 'Heart, American woman' }).click();
    await page.getByRole('button', { name: /^Hear Bella/u }).waitFor();
  },
  async reading(page) {
    await states['plan']?.(page);
    await page.getByRole('button', { name: 'read as written' }).click();
    await page.getByRole('radio', { name: 'a podcast about it' }).check();
  },
  async file(page) {
    await states['plan']?.(page);
    await page.getByRole('button', { name: 'M4B' }).click();
  },
  async tags(page) {
    await states['plan']?.(page);
    await page.getByRole('button', { name: 'Tags and cover' }).click();
  },
  async making(page) {
    await page.setInputFiles('input[type=file]', tram);
    await page.getByRole('button', { name: makeButton }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await untilHeard(page, 3);
    await untilShown(page, /left\./u);
  },
  async queue(page) {
    await states['making']?.(page);
    for (const name of ['letters.epub', 'french.epub', 'verse.epub']) {
      await page.goto(service.url);
      await page.setInputFiles('input[type=file]', small(name));
      await page.getByRole('button', { name: makeButton }).click();
      await page.waitForURL(/\/jobs\//u);
    }
    await page.goto(`${service.url}/jobs`);
    await page.locator('.queue li').nth(1).waitFor();
  },
  async waiting(page) {
    await startWith(page, 'kokoro', tram);
    await untilShown(page, 'Waiting since');
  },
  async failed(page) {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(await readFile(tram))]), 'the-last-tram.epub');
    for (const [name, value] of Object.entries({ kind: 'synthesize', voice: 'no_such_voice', listen: 'true' }))
      form.set(name, value);
    const { id } = await (await fetch(`${service.url}/jobs`, { method: 'POST', body: form })).json();
    await page.goto(`${service.url}/jobs/${id}`);
    await page.getByRole('alert').waitFor();
  },
  async finished(page) {
    await page.setInputFiles('input[type=file]', small('letters.epub'));
    await page.getByRole('button', { name: makeButton }).click();
    await untilShown(page, 'It is finished.');
  },
  async listen(page) {
    await states['finished']?.(page);
    await page.getByRole('link', { name: 'Open it' }).click();
    await page.locator('.text-pane').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await untilHeard(page, 4);
    await page.keyboard.press('k');
  },
  async correct(page) {
    await states['listen']?.(page);
    await page.getByRole('button', { name: 'Say it differently' }).click();
    await page.getByRole('dialog').waitFor();
  },
  async 'library-0'(page) {
    await withBooks(page, 0);
  },
  async 'library-1'(page) {
    await withBooks(page, 1);
  },
  async 'library-12'(page) {
    await withBooks(page, 12);
  },
  async 'library-300'(page) {
    await withBooks(page, 300);
  },
  async token(page) {
    await page.route(
      /\/(?:jobs|library)\?/u,
      async (route) =>
        await route.fulfill({ status: 401, json: { code: 'unauthorized', detail: 'A token is needed.' } }),
    );
    await page.reload();
    await page.getByLabel('Token').waitFor();
  },
  async keys(page) {
    await untilShown(page, 'Drop a book.');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
};

try {
  for (const [name, open] of Object.entries(states)) {
    if (only.length > 0 && !only.includes(name)) continue;
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1200, height: 800 } });
    const page = await context.newPage();
    await page.goto(service.url);
    await open(page);
    await takeState(page, name, singles);
    await context.close();
    await removeJobs();
  }
} finally {
  await browser.close();
  await service.stop();
  services.stop();
}

/** Removes all jobs, so that the next state begins with none. */
async function removeJobs() {
  const { jobs } = await (await fetch(`${service.url}/jobs?limit=1000`)).json();
  for (const { id } of jobs) await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
  await delay(200);
}

/**
 * @param {Page} page
 * @param {{ name: string, mimeType: string, buffer: Buffer }} file
 */
async function choose(page, file) {
  await page.setInputFiles('input[type=file]', file);
}

/**
 * Starts a job with a provider.
 * @param {Page} page
 * @param {string} provider
 * @param {string} file
 */
async function startWith(page, provider, file) {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(await readFile(file))]), path.basename(file));
  for (const [name, value] of Object.entries({ kind: 'synthesize', tts_provider: provider, listen: 'true' }))
    form.set(name, value);
  const { id } = await (await fetch(`${service.url}/jobs`, { method: 'POST', body: form })).json();
  await page.goto(`${service.url}/jobs/${id}`);
}

/**
 * Opens a library of this many books.
 * @param {Page} page
 * @param {number} count
 */
async function withBooks(page, count) {
  const names = [
    'The Last Tram',
    'Letters from the Quay',
    'ألف ليلة وليلة',
    '紅樓夢',
    'A History of Salt, Rope and Weather in the Northern Harbours',
    'Middlemarch',
  ];
  const list = Array.from({ length: count }, (_, index) => ({
    id: String(index),
    title: `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}`,
    authors: ['Ada Example'],
    seconds: 1800 + ((index * 977) % 40_000),
    bytes: 1,
    chapters: 1,
    files: [],
    ...(index % 4 === 1 && { position: { seconds: 900, speed: 1, updatedAt: '2026-01-01T00:00:00Z' } }),
  }));
  await page.route(/\/library\?/u, async (route) => await route.fulfill({ json: { books: list, total: list.length } }));
  await page.evaluate("history.pushState(undefined, '', '/library'); dispatchEvent(new PopStateEvent('popstate'))");
  await untilShown(page, count === 0 ? 'No finished book yet.' : /^\d+ books?$/u);
}
