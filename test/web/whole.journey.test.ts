import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../helpers/browser.ts';
import { uniqueParagraphs } from '../helpers/narration-book.ts';
import { drop, epubFile, heardSeconds, pageStage, pageTime } from '../helpers/page-stage.ts';
import { givenText, startOllamaServer } from '../helpers/servers/ollama-server.ts';
import type { OllamaServer } from '../helpers/servers/ollama-server.ts';
import { smallBook } from '../helpers/small-book.ts';
import { waitUntil } from '../helpers/start-service.ts';

let ollama: OllamaServer;
/** Lets the model write the second chapter. */
let goOn = (): void => undefined;
const secondChapter = new Promise<void>((resolve) => {
  goOn = resolve;
});

const stage = pageStage(async () => {
  ollama = await startOllamaServer({
    reply: async (chat) => {
      const text = givenText(chat);
      if (text.includes('on the list')) await secondChapter;
      return text;
    },
  });
  return { OLLAMA_API_URL: ollama.url };
});

afterAll(async () => {
  if (!stage.isMissing) await ollama[Symbol.asyncDispose]();
});

/** The small book with a second chapter that is long enough for a model to be asked. */
const withLongChapter = smallBook.documents.map((document, index) =>
  index === 1 ? { ...document, body: `<h1>Noon</h1><p>${uniqueParagraphs(8).join('</p><p>')}</p>` } : document,
);

/** Presses a key until an element with the name has the focus. */
async function keyTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page
    .getByRole('button', { name })
    .or(page.getByRole('link', { name }))
    .or(page.getByRole('checkbox', { name }))
    .first();
  await target.waitFor();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus-visible'))) return;
  }
  throw new Error(`No way to ${String(name)} with the Tab key.`);
}

describe.skipIf(stage.isMissing)('the page, from a dropped book to the finished audiobook', pageTime, () => {
  it('lets a person choose, hear a voice, listen while it is made, read along and download', async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    expect(await faultsOf(page)).toEqual([]);
    await drop(page, await epubFile('small.epub', { documents: withLongChapter }));
    await page.getByRole('button', { name: '3 chapters' }).click();
    await page.getByRole('checkbox', { name: 'Morning' }).waitFor();
    await page.getByRole('button', { name: 'SLT', exact: true }).click();
    const sample = page.waitForResponse(/\/samples$/u);
    await page.getByRole('button', { name: 'Hear rms speak' }).click();
    expect((await sample).request().postData()).toContain('Number 0 on the list was');
    expect((await sample).headers()['content-type']).toContain('audio/');
    await page.getByRole('radio', { name: /^RMS ?American English, male, built-in, plain$/u }).check();
    await page.getByRole('button', { name: 'read as written' }).click();
    await page.getByRole('radio', { name: 'the book, prepared for listening' }).check();
    await page.getByLabel('Written by').selectOption('tiny:latest');
    await page.getByRole('button', { name: 'prepared for listening and read' }).waitFor();
    await page.getByText('It costs nothing.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the audiobook' }).click();
    await page.waitForURL(/\/jobs\/[\w-]+$/u);
    const address = page.url();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await waitUntil(async () => (await heardSeconds(page)) > 0.5);
    await page.getByRole('button', { name: 'Pause' }).click();
    // The model has not written the second chapter.
    expect(await (await fetch(address)).json()).toMatchObject({
      state: 'running',
      kind: 'audiobook',
      title: 'The Small Book',
      options: { task: 'audiobook', llm_model: 'tiny:latest', voice: expect.stringContaining('rms') },
    });
    expect(ollama.chats.length).toBeGreaterThan(0);
    expect(await faultsOf(page)).toEqual([]);
    goOn();
    await page.getByRole('main').getByText('It is finished.').waitFor();
    await page.getByRole('link', { name: 'Open it' }).click();
    await page.getByText('Chapters', { exact: true }).click();
    await page.getByRole('button', { name: 'Morning' }).click();
    await page.getByText('No one else was awake to hear it.').click();
    await page.locator('.spoken', { hasText: 'No one else' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByText('Files', { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: '.m4b' }).click(),
    ]);
    const result = await fetch(`${address}/result`);
    expect(await readFile(await download.path())).toEqual(Buffer.from(await result.arrayBuffer()));
    expect(complaints).toEqual([]);
  });

  it('goes by keyboard alone', async () => {
    await using opened = await stage.open();
    const { page, complaints } = opened;
    const chooser = page.waitForEvent('filechooser');
    await keyTo(page, 'Choose a book');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(await epubFile());
    await keyTo(page, '3 chapters');
    await page.keyboard.press('Enter');
    await keyTo(page, 'Noon');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: '2 of 3 chapters' }).waitFor();
    await keyTo(page, 'Make the audiobook');
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByText('It is finished.').waitFor();
    await keyTo(page, 'Open it');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/listen\//u);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.keyboard.press('k');
    await waitUntil(async () => (await heardSeconds(page)) > 0.2);
    await page.keyboard.press('n');
    await page.locator('.player-chapter', { hasText: 'Night' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
