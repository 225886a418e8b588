import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { faultsOf, openPage, violationsOf } from '../helpers/browser.ts';
import { isProgramMissing } from '../helpers/is-program-missing.ts';
import { json } from '../helpers/servers/faulty-server.ts';
import type { FakeResponse, Fault } from '../helpers/servers/faulty-server.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startJob, startService, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';

const noChromium = isProgramMissing('chromium');

let kokoro: KokoroServer;
let service: RunningService;
let fault: Fault | undefined;
let refusal: FakeResponse | undefined;
let lightLamps = (): void => undefined;
const lampsAreLit = new Promise<void>((resolve) => (lightLamps = resolve));

beforeAll(async () => {
  if (noChromium) return;
  kokoro = await startKokoroServer({
    faults: () => fault,
    hold: async (text) => (text.startsWith('Lamps') ? await lampsAreLit : undefined),
    get refusal() {
      return refusal;
    },
  });
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_PREFLIGHT: 'off', AUDIOBOOK_CONVERSIONS: '1' };
  service = await startService({ pageFolder: builtPage(), settings });
});

afterAll(async () => {
  if (noChromium) return;
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
});

/** Counts the requests of a page to a route from now on. */
function requestsOf(page: Page, route: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (route.test(new URL(request.url()).pathname)) count += 1;
  });
  return () => count;
}

describe.skipIf(noChromium)('what goes on with jobs', () => {
  it('comes to each tab by one stream, which says what is sent again, and both tabs agree', async () => {
    await using opened = await openPage(service.url);
    const { page: first } = opened;
    const second = await first.context().newPage();
    const streams = requestsOf(second, /\/events$/u);
    await second.goto(`${service.url}/jobs`);
    await second.getByText('Nothing is being made.').waitFor();
    fault = 'status-503';
    const running = await startJob(service, { max_chapters: '1' });
    const queued = await startJob(service, { max_chapters: '1' });
    await first.getByRole('link', { name: 'Now' }).click();
    await first.locator('.queue').getByText('Waiting for its turn.').waitFor();
    await second.locator(`.queue a[href$="${running.id}"]`).click();
    await second
      .getByText(/It is sent again at|Waiting since/u)
      .first()
      .waitFor();
    expect(await violationsOf(second)).toEqual([]);
    fault = undefined;
    await second.getByRole('link', { name: 'Open it' }).waitFor();
    await waitForJob(service, queued.id, 'done');
    await first.getByText('Nothing is being made.').waitFor();
    await first.getByRole('link', { name: 'Library' }).waitFor();
    expect(streams()).toBe(1);
  });

  it('says a reason once when a request failed with it and the job waits for it', async () => {
    await using opened = await openPage(`${service.url}/docs`);
    const { page } = opened;
    const reason = 'The model is being loaded.';
    refusal = json(503, { detail: reason });
    // At another speed, so that nothing of it is stored.
    const { id } = await startJob(service, { max_chapters: '1', speed: '1.2' });
    const progressHas = async (part: string): Promise<boolean> => {
      const job = (await (await fetch(`${service.url}/jobs/${id}`)).json()) as JobJson;
      return JSON.stringify(job['progress'])?.includes(`"${part}":{"reason":`) ?? false;
    };
    await waitUntil(async () => await progressHas('retry'));
    refusal = json(503, { detail: reason }, { 'retry-after': '60' });
    await waitUntil(async () => await progressHas('waiting'));
    expect(await progressHas('retry')).toBe(true);
    await page.goto(`${service.url}/jobs/${id}`);
    await page.locator('.job').getByText('Waiting since').waitFor();
    expect((await page.locator('.job').innerText()).split(reason)).toHaveLength(2);
    refusal = undefined;
    await page.getByRole('button', { name: 'Stop making it' }).click();
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByRole('heading', { name: 'Drop a book.' }).waitFor();
    await waitForJob(service, id, 'canceled');
  });

  it('shows the text by the chapters that are spoken, and a sentence of it is corrected before the book is done', async () => {
    await using opened = await openPage(service.url, { viewport: { width: 375, height: 667 } });
    const { page, complaints } = opened;
    const { id } = await startJob(service, { listen: 'true' });
    await page.goto(`${service.url}/jobs/${id}`);
    // The player may not have heard yet how far the sound goes.
    await waitUntil(async () => {
      await page.getByText('No one else was awake to hear it.').click();
      return (await page.locator('.spoken', { hasText: 'No one else' }).count()) > 0;
    });
    await page.getByRole('button', { name: 'Say it differently' }).click();
    const dialog = page.getByRole('dialog', { name: 'Say it differently' });
    await dialog.getByLabel('How it is said').fill('Nobody heard it.');
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await page.getByText('What you changed is spoken before the book is done.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    lightLamps();
    expect((await waitForJob(service, id, 'done', 'failed'))['isOutdated']).toBeUndefined();
    expect(kokoro.requests.map(({ input }) => input)).toContain('Nobody heard it.');
    await page.getByText('What you changed is spoken before the book is done.').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('is asked for where events do not come through', async () => {
    await using opened = await openPage(`${service.url}/docs`);
    const { page } = opened;
    await page.route(/\/events$/u, async (route) => await route.abort('connectionreset'));
    await page.goto(`${service.url}/jobs`);
    fault = 'hang-before-headers';
    // At another speed, so that nothing of it is stored.
    const { id } = await startJob(service, { max_chapters: '1', speed: '1.1' });
    await page.locator(`.queue a[href$="${id}"]`).click();
    const asked = requestsOf(page, new RegExp(`/jobs/${id}$`, 'u'));
    await waitUntil(() => asked() > 1);
    fault = undefined;
    expect((await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' })).status).toBe(200);
    await page.locator('.status').getByText('It was canceled.').waitFor();
  });
});
