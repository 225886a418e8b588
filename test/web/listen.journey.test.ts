import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultsOf, violationsOf } from '../helpers/browser.ts';
import { epubFile, heardSeconds, pageStage, pageTime } from '../helpers/page-stage.ts';
import { bookForm, post, waitForJob, waitUntil } from '../helpers/start-service.ts';
import type { JobJson } from '../helpers/start-service.ts';

const stage = pageStage();

const title = '<b onclick=x>Bold</b> & "quoted" ألف ليلة وليلة 紅樓夢';
/** The finished book of all tests. */
let id: string;

beforeAll(async () => {
  if (stage.isMissing) return;
  const { buffer, name } = await epubFile('small.epub', { title });
  const form = await bookForm({ kind: 'synthesize', listen: 'true', format: 'm4b' }, buffer, name);
  ({ id } = (await (await post(`${stage.service.url}/jobs`, form)).json()) as JobJson);
  await waitForJob(stage.service, id, 'done');
});

// A place is kept for the next time.
beforeEach(async () => {
  const place = { method: 'PUT', body: JSON.stringify({ seconds: 0, speed: 1 }) };
  if (!stage.isMissing) await fetch(`${stage.service.url}/library/${id}/position`, place);
});

async function isPaused(page: Page): Promise<boolean> {
  return Boolean(await page.evaluate("document.querySelector('#book-audio').paused"));
}

/** A small phone. */
const phone = { width: 375, height: 667 };

/** Returns whether an element is whole on the screen, with nothing above it. */
async function isInSight(element: Locator): Promise<boolean> {
  await element.waitFor();
  const box = await element.boundingBox();
  const size = element.page().viewportSize();
  return (
    box !== null && size !== null && box.y >= 0 && box.y + box.height <= size.height && box.x + box.width <= size.width
  );
}

async function textSize(page: Page): Promise<number> {
  return Number(await page.evaluate("parseFloat(getComputedStyle(document.querySelector('.text-pane')).fontSize)"));
}

/** Keeps what the page does at a media key, which nothing else can press. */
const keepMediaKeys = `globalThis.mediaKeys = {};
  navigator.mediaSession.setActionHandler = (action, handler) => { mediaKeys[action] = handler; };`;

describe.skipIf(stage.isMissing)('listening on the page', pageTime, () => {
  it('opens a finished book, marks the spoken sentence and goes to the one that is clicked', async () => {
    await using opened = await stage.open(`/jobs/${id}`);
    const { page, complaints } = opened;
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
    expect(await faultsOf(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: '.m4b' }).click(),
    ]);
    const result = await fetch(`${stage.service.url}/jobs/${id}/result`);
    expect(await readFile(await download.path())).toEqual(Buffer.from(await result.arrayBuffer()));
    const left = await heardSeconds(page);
    await page.reload();
    await waitUntil(async () => Math.abs((await heardSeconds(page)) - left) < 1);
    expect(complaints).toEqual([]);
  });

  it('changes speed, skips, follows media keys, and stops at the end of the sleep timer', async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    await page.addInitScript({ content: keepMediaKeys });
    await page.clock.install();
    await page.goto(`${stage.service.url}/listen/${id}`);
    const press = async (key: string) => await page.evaluate(`mediaKeys['${key}']({})`);
    await page.getByLabel('Speed').selectOption('0.75');
    expect(await page.evaluate("document.querySelector('#book-audio').playbackRate")).toBe(0.75);
    await page.getByRole('button', { name: 'Next chapter' }).click();
    await page.locator('.player-chapter', { hasText: 'Noon' }).waitFor();
    await press('nexttrack');
    await page.locator('.player-chapter', { hasText: 'Night' }).waitFor();
    expect(await page.evaluate('navigator.mediaSession.metadata.title')).toBe('Night');
    expect(await page.evaluate('navigator.mediaSession.metadata.album')).toBe(title);
    const late = await heardSeconds(page);
    await page.getByRole('button', { name: 'Back 15 seconds' }).click();
    await waitUntil(async () => (await heardSeconds(page)) <= Math.max(0, late - 14));
    await press('play');
    await waitUntil(async () => !(await isPaused(page)));
    await press('pause');
    await waitUntil(async () => await isPaused(page));
    await page.getByRole('button', { name: 'Previous chapter' }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByLabel('Sleep timer').selectOption('15');
    await page.getByLabel('Sleep timer').getByText('15 min left').waitFor({ state: 'attached' });
    await page.clock.fastForward('15:01');
    await waitUntil(async () => await isPaused(page));
    await page.reload();
    await waitUntil(async () => (await page.getByLabel('Speed').inputValue()) === '0.75');
    expect(complaints).toEqual([]);
  });

  it('keeps the player in sight on a phone, and follows the text until a finger scrolls it', async () => {
    await using opened = await stage.open(`/listen/${id}`, { viewport: phone, hasTouch: true });
    const { page, complaints } = opened;
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await page.getByText('Lamps were lit').waitFor();
    await page.getByText('Lamps were lit').scrollIntoViewIfNeeded();
    for (const name of ['Play', 'Back 15 seconds', 'Forward 30 seconds', 'Previous chapter', 'Next chapter'])
      expect(await isInSight(page.getByRole('button', { name, exact: true }))).toBe(true);
    for (const name of ['Speed', 'Sleep timer', 'Position in the book'])
      expect(await isInSight(page.getByLabel(name))).toBe(true);
    expect(await page.getByRole('button', { name: 'Forward 30 seconds' }).textContent()).toBe('30');
    await play.click();
    await page.getByRole('button', { name: 'Pause' }).click();
    const back = page.getByRole('button', { name: 'Back to the spoken sentence' });
    expect(await back.count()).toBe(0);
    await page.mouse.wheel(0, 2000);
    await back.click();
    await waitUntil(async () => await isInSight(page.locator('.spoken')));
    expect(await back.count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    // The player stays while other places are seen, until it is closed.
    await page.getByRole('link', { name: 'Library' }).click();
    const mini = page.getByRole('complementary', { name: /^Player: / });
    expect(await isInSight(mini.getByRole('button', { name: 'Play', exact: true }))).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await mini.getByRole('button', { name: 'Close the player' }).click();
    await mini.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('keeps bookmarks with notes for all devices, and the look of the text on this one', async () => {
    await using opened = await stage.open(`/listen/${id}`, { viewport: phone });
    const { page, complaints } = opened;
    await page.getByText('No one else was awake to hear it.').click();
    const at = await heardSeconds(page);
    await page.getByText('Bookmarks', { exact: true }).click();
    await page.getByRole('button', { name: 'Bookmark this place' }).click();
    const note = page.getByLabel(/^Note of the bookmark at /u);
    const kept = page.waitForResponse((response) => response.request().postData()?.includes('kettle') === true);
    await note.fill('the kettle, “سفر”');
    await note.press('Tab');
    await kept;
    await page.getByText('Text size and colors').click();
    const before = await textSize(page);
    await page.getByRole('button', { name: 'Larger text' }).click();
    await page.getByRole('radio', { name: 'without serifs' }).check();
    await page.getByRole('radio', { name: 'dark' }).check();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await page.getByText('1 bookmark', { exact: true }).click();
    expect(await note.inputValue()).toBe('the kettle, “سفر”');
    expect(await textSize(page)).toBeGreaterThan(before);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.text-pane')).fontFamily")).toContain(
      'system-ui',
    );
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(23, 22, 20)');
    await using other = await stage.open(`/listen/${id}`);
    await other.page.getByText('1 bookmark', { exact: true }).click();
    await other.page.getByRole('button', { name: 'Next chapter' }).click();
    const list = other.page.locator('.bookmark');
    await list.getByRole('button').first().click();
    await waitUntil(async () => Math.abs((await heardSeconds(other.page)) - at) < 0.5);
    await list.getByRole('button', { name: /^Remove the bookmark at /u }).click();
    await other.page.getByText('Bookmarks', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says a sentence differently: hears it, keeps it, and makes the book anew', async () => {
    await using opened = await stage.open(`/listen/${id}`, { viewport: phone });
    const { page, complaints } = opened;
    await page.getByText('The river did not mind.').click();
    await page.locator('.spoken', { hasText: 'The river' }).waitFor();
    await page.getByRole('button', { name: 'Say it differently' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Say it differently' });
    const say = dialog.getByLabel('How it is said');
    expect(await say.inputValue()).toBe('The river did not mind.');
    await dialog.getByLabel('What changes').selectOption('“river”, wherever it comes');
    await say.fill('sea');
    const heard = page.waitForResponse(/\/samples$/u);
    await dialog.getByRole('button', { name: 'Hear it' }).click();
    expect([(await heard).status(), (await heard).request().postData()]).toEqual([
      200,
      expect.stringContaining('The sea did not mind.'),
    ]);
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    const remake = page.getByRole('button', { name: 'Make the book anew' });
    await remake.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await remake.click();
    await waitUntil(async () => {
      const { state, isOutdated } = await waitForJob(stage.service, id, 'done', 'failed');
      return state === 'done' && isOutdated === undefined;
    });
    await remake.waitFor({ state: 'detached' });
    await page.getByText('The river did not mind.').click();
    await page.getByRole('button', { name: 'Say it differently' }).click();
    await dialog.getByLabel('What changes').selectOption('“river”, wherever it comes');
    expect(await say.inputValue()).toBe('sea');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('stops after a chapter, shows titles as text and removes a book', async () => {
    await using opened = await stage.open(`/jobs/${id}`, { viewport: { width: 360, height: 700 } });
    const { page, complaints } = opened;
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('link', { name: 'Open it' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText('No one else was awake to hear it.').click();
    await page.getByLabel('Sleep timer').selectOption('chapter');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('.player-chapter', { hasText: 'Noon' }).waitFor();
    await waitUntil(async () => await isPaused(page));
    await page.getByText('Files', { exact: true }).click();
    const remove = page.getByRole('button', { name: 'Remove this book' });
    const inLibrary = page.locator(`a[href$="/listen/${id}"]`);
    await remove.click();
    await page.waitForURL(/\/library$/u);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect([await violationsOf(page), await page.locator('.shelf').getByText(title).count()]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await inLibrary.click();
    await page.getByText('Kept here until').waitFor();
    await page.getByRole('button', { name: 'Keep it for ever' }).click();
    await page.getByText('Kept here for ever.').waitFor();
    await page.getByText('Files', { exact: true }).click();
    await remove.click();
    // A page that is left has nobody who would undo it.
    await page.goto(`${stage.service.url}/library`);
    await waitUntil(async () => (await fetch(`${stage.service.url}/library/${id}`)).status === 404);
    await waitUntil(async () => (await inLibrary.count()) === 0);
    expect(complaints).toEqual([]);
  });
});
