// Draws the pictures of the page in docs/images from a real run of the service, with the installed Chromium:
//   npm run build && node scripts/make-page-pictures.mjs
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

/** @typedef {import('playwright-core').Page} Page */

const root = path.join(import.meta.dirname, '..');
const book = path.join(root, 'test/books/the-last-tram.epub');
const small = path.join(root, 'test/books/small/letters.epub');
const images = path.join(root, 'docs/images');
const wide = { width: 1200, height: 800 };
const narrow = { width: 360, height: 720 };

const folder = await mkdtemp(path.join(tmpdir(), 'audiobook-pictures-'));
const port = 18_231;
const service = spawn(process.execPath, [path.join(root, 'bin/audiobook.js'), 'serve', '--port', String(port)], {
  env: {
    ...process.env,
    AUDIOBOOK_JOBS_DIR: path.join(folder, 'jobs'),
    AUDIOBOOK_CACHE_DIR: path.join(folder, 'cache'),
    AUDIOBOOK_DATA_DIR: path.join(folder, 'data'),
    KOKORO_API_URL: 'http://127.0.0.1:9/v1',
  },
  cwd: folder,
  stdio: 'ignore',
});
const executablePath = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--mute-audio'] });
try {
  await untilReady(`http://127.0.0.1:${port}/`);
  await withPage(wide, 'light', async (page) => {
    await page.setInputFiles('input[type=file]', book);
    await page.getByRole('button', { name: 'Make the audiobook' }).waitFor();
    await take(page, 'page-plan-light');
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await delay(6000);
    await take(page, 'page-making-light');
  });
  await withPage(narrow, 'dark', async (page) => {
    await page.setInputFiles('input[type=file]', small);
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.getByText('It is finished.').first().waitFor({ timeout: 300_000 });
    await page.goto(page.url().replace('/jobs/', '/listen/'));
    await delay(2000);
    await take(page, 'page-listen-dark');
  });
} finally {
  await browser.close();
  service.kill();
  await once(service, 'exit');
  await rm(folder, { recursive: true, force: true });
}

/**
 * Waits until the service answers.
 * @param {string} url
 */
async function untilReady(url) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await delay(200);
  }
  throw new Error('The service does not answer.');
}

/**
 * Opens the page in a fresh profile.
 * @param {{ width: number, height: number }} viewport
 * @param {'light' | 'dark'} colorScheme
 * @param {(page: Page) => Promise<void>} work
 */
async function withPage(viewport, colorScheme, work) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await work(page);
  await context.close();
}

/**
 * Writes a picture of what is in view.
 * @param {Page} page
 * @param {string} name
 */
async function take(page, name) {
  const png = await page.screenshot();
  await sharp(png)
    .webp({ quality: 80 })
    .toFile(path.join(images, `${name}.webp`));
}
