import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToken } from '../../src/server/access/token-file.ts';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openPage, violationsOf } from '../helpers/browser.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { bookForm, post, startService, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';

const noChromium = isProgramMissing('chromium');
const { signal } = new AbortController();
const base = '/books';

let cacheFolder: string;
let service: RunningService;
let tokens: { readonly ann: string; readonly ben: string };
let book: { readonly id: string; readonly file: string };

beforeAll(async () => {
  if (noChromium) return;
  cacheFolder = await mkdtemp(path.join(tmpdir(), 'audiobook-test-'));
  const file = path.join(cacheFolder, 'tokens.json');
  tokens = {
    ann: await addToken(file, { name: 'ann', role: 'user', quota: {} }, signal),
    ben: await addToken(file, { name: 'ben', role: 'user', quota: {} }, signal),
  };
  service = await startService({ pageFolder: builtPage(), basePath: base, cacheFolder });
  book = await finishedBook();
});

afterAll(async () => {
  if (noChromium) return;
  await service[Symbol.asyncDispose]();
  await rm(cacheFolder, { recursive: true, force: true });
});

/** Makes a book of Ann's. */
async function finishedBook(): Promise<typeof book> {
  const headers = { authorization: `Bearer ${tokens.ann}` };
  const form = await bookForm({ kind: 'synthesize', listen: 'true', format: 'm4b' });
  const { id } = (await (await post(`${service.url}/jobs`, form, { headers })).json()) as { id: string };
  const job = async () =>
    (await (await fetch(`${service.url}/jobs/${id}`, { headers })).json()) as {
      state: string;
      files?: { url: string }[];
    };
  await waitUntil(async () => (await job()).state === 'done');
  return { id, file: (await job()).files?.[0]?.url ?? '' };
}

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Enter' }).click();
  await page.getByText('Signed in as').waitFor();
}

/** Opens a place as someone, with the service worker of the page at work. */
async function openAs(token: string, place: string) {
  const opened = await openPage(`${service.url}${base}/${place}`, { serviceWorkers: 'allow' });
  await enter(opened.page, token);
  await waitUntil(async () => await opened.page.evaluate<boolean>('Boolean(navigator.serviceWorker.controller)'));
  return opened;
}

async function cachedUrls(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(async () => {
    const urls = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
    return urls;
  })()`);
}

/** Asks for a file as a player does. */
async function askFor(page: Page, url: string, range: string) {
  return await page.evaluate<{ status: number; range: string | null; hash: string }>(`(async () => {
    const response = await fetch(${JSON.stringify(url)}, { headers: ${JSON.stringify(range)} ? { Range: ${JSON.stringify(range)} } : {} });
    const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return { status: response.status, range: response.headers.get('content-range'), hash };
  })()`);
}

function sha(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function isPrivate(url: string): boolean {
  return /\/(?:jobs|library|session|events|kept)\b/u.test(url);
}

describe.skipIf(noChromium)('the page without a connection', () => {
  it('plays a book that was kept, shows no other, and keeps nothing once it is taken off', async () => {
    await using opened = await openAs(tokens.ann, `listen/${book.id}`);
    const { page } = opened;
    expect((await cachedUrls(page)).filter(isPrivate)).toEqual([]);
    await page.getByRole('button', { name: /^Keep on this device \([\d.]+ [kM]B\)$/u }).click();
    await page.getByRole('button', { name: 'On this device. Take it off' }).waitFor();
    const headers = { authorization: `Bearer ${tokens.ann}` };
    const whole = Buffer.from(await (await fetch(service.url + book.file, { headers })).arrayBuffer());
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'The Small Book' }).waitFor();
    await page.getByText('No one else was awake to hear it.').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await waitUntil(
      async () => (await page.evaluate<number>("document.querySelector('#book-audio').currentTime")) > 0.3,
    );
    expect(await askFor(page, book.file, '')).toEqual({ status: 200, range: null, hash: sha(whole) });
    expect(await askFor(page, book.file, 'bytes=100-299')).toEqual({
      status: 206,
      range: `bytes 100-299/${whole.length}`,
      hash: sha(whole.subarray(100, 300)),
    });
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByText('No connection').waitFor();
    await page.locator('strong').getByText('The Small Book').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.locator('strong').getByText('The Small Book').click();
    await page.getByRole('button', { name: 'Take it off' }).click();
    await page.getByRole('button', { name: 'Keep on this device' }).waitFor();
    await waitUntil(async () => (await cachedUrls(page)).filter(isPrivate).length === 0);
    expect((await cachedUrls(page)).length).toBeGreaterThan(5);
  });

  it('forgets kept books and places at the log-out, in all tabs, and when another token is used', async () => {
    await using opened = await openAs(tokens.ann, `listen/${book.id}`);
    const { page } = opened;
    const second = await page.context().newPage();
    await second.goto(`${service.url}${base}/library`);
    await second.locator('strong').getByText('The Small Book').waitFor();
    const keep = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Keep on this device' }).click();
      await page.getByRole('button', { name: 'Take it off' }).waitFor();
    };
    const kept = async () => (await cachedUrls(page)).filter((url) => url.includes(book.id)).length;
    await keep();
    expect(await kept()).toBeGreaterThan(3);
    await page.getByText('Signed in as ann').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await Promise.all([page, second].map(async (one) => await one.getByLabel('Token').waitFor()));
    await waitUntil(async () => (await kept()) === 0);
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(book.id);
    await enter(page, tokens.ann);
    await keep();
    await page.context().clearCookies();
    await page.reload();
    await enter(page, tokens.ben);
    await waitUntil(async () => (await kept()) === 0);
    await page.reload();
    await page.getByRole('alert').getByText('Unknown').waitFor();
  });

  it('can be installed: its manifest and icons are complete', async () => {
    await using opened = await openPage(`${service.url}${base}/`, { serviceWorkers: 'allow' });
    const session = await opened.page.context().newCDPSession(opened.page);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data) as { id: string; icons: { src: string; sizes: string; purpose?: string }[] };
    expect(manifest.icons.map(({ purpose = 'any', sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any any',
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ]);
    for (const { src } of manifest.icons) {
      expect((await fetch(`${service.url}${base}/${src}`)).status).toBe(200);
    }
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });
});
