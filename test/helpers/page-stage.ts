import { afterAll, beforeAll } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openPage } from './browser.ts';
import type { OpenPage } from './browser.ts';
import { buildEpub } from './epub-builder.ts';
import { isProgramMissing } from './is-program-missing.ts';
import { smallBook } from './small-book.ts';
import { startService } from './start-service.ts';
import type { RunningService } from './start-service.ts';

/** A service with the built page, for all tests of a file. */
export interface PageStage {
  /** Whether this machine has no Chromium, so that the tests cannot run. */
  readonly isMissing: boolean;
  readonly service: RunningService;
  /** Opens a path of the service, or a whole address, in a fresh profile. */
  open(where?: string, options?: BrowserContextOptions): Promise<OpenPage>;
}

/** Starts it before the tests of a file and ends it after these. `settings` are asked for when the service starts. */
export function pageStage(settings: () => Promise<Readonly<Record<string, string>>> = async () => ({})): PageStage {
  const isMissing = isProgramMissing('chromium');
  let service: RunningService;
  beforeAll(async () => {
    if (isMissing) return;
    service = await startService({ pageFolder: builtPage(), settings: await settings() });
  });
  afterAll(async () => {
    if (!isMissing) await service[Symbol.asyncDispose]();
  });
  return {
    isMissing,
    get service() {
      return service;
    },
    open: async (where = '', options = {}) => await openPage(new URL(where, service.url).href, options),
  };
}

/** Time for a test on the page: axe and speech share two cores with other tests. */
export const pageTime = { timeout: 180_000 };

/** A file as a person chooses it. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Returns an EPUB to choose: the small book, with changes. */
export async function epubFile(name = 'small.epub', changes: Partial<typeof smallBook> = {}): Promise<ChosenFile> {
  return { name, mimeType: 'application/epub+zip', buffer: await buildEpub({ ...smallBook, ...changes }) };
}

/** Chooses a book on the page, makes it and returns the id of its job. */
export async function make(page: Page, file?: ChosenFile | string): Promise<string> {
  await page.setInputFiles('input[type=file]', file ?? (await epubFile()));
  await page.getByRole('button', { name: 'Make the audiobook' }).click();
  await page.waitForURL(/\/jobs\/[\w-]+$/u);
  return page.url().split('/').at(-1) ?? '';
}

/** Drops files on the page, as a file manager does. */
export async function drop(page: Page, ...files: readonly Pick<ChosenFile, 'name' | 'buffer'>[]): Promise<void> {
  const contents = files.map(({ name, buffer }) => ({ name, bytes: buffer.toString('base64') }));
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of ${JSON.stringify(contents)}) {
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], name));
    }
    return transfer;
  })()`);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Returns where the player of the page is, in seconds. */
export async function heardSeconds(page: Page): Promise<number> {
  return Number(await page.evaluate("document.querySelector('#book-audio').currentTime"));
}
