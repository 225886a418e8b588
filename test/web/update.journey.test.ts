import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { pageStage, pageTime } from '../helpers/page-stage.ts';
import { startService, waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const stage = pageStage();
const base = '/books';

/** A folder of a page, which can be that of the next build at once. */
interface ReplaceablePage {
  readonly folder: string;
  /** Script of the page in its first build, and version of its worker. */
  readonly first: Build;
  readonly next: Build;
  replace(): Promise<void>;
}

interface Build {
  readonly script: string;
  readonly version: string;
}

async function replaceablePage(): Promise<ReplaceablePage> {
  const parent = await temporaryFolder();
  const builds = [path.join(parent, 'first'), path.join(parent, 'next')] as const;
  await cp(builtPage(), builds[0], { recursive: true });
  await writeNextBuild(...builds);
  const folder = path.join(parent, 'page');
  await symlink(builds[0], folder);
  return {
    folder,
    first: await buildIn(builds[0]),
    next: await buildIn(builds[1]),
    async replace() {
      await symlink(builds[1], `${folder}-new`);
      await rename(`${folder}-new`, folder);
    },
  };
}

/** Writes the build of a page with other words: each file with a hash in its name has another name. */
async function writeNextBuild(from: string, to: string): Promise<void> {
  const names = await readdir(path.join(from, 'assets'));
  const { version } = await buildIn(from);
  const renamed = (text: string): string =>
    names.reduce((left, name) => left.replaceAll(name, nextName(name)), text).replace(version, 'abcdef0123456789');
  await cp(from, to, { recursive: true, filter: (file) => !names.includes(path.basename(file)) });
  await mkdir(path.join(to, 'assets'), { recursive: true });
  for (const name of [...names.map((one) => `assets/${one}`), 'index.html', 'sw.js']) {
    const text = renamed(await readFile(path.join(from, name), 'utf8'));
    await writeFile(path.join(to, renamed(name)), text.replace('Choose a book', 'Pick a story'));
  }
}

function nextName(name: string): string {
  return name.replace(/(\.\w+)$/u, '2$1');
}

async function buildIn(folder: string): Promise<Build> {
  const [, script = ''] =
    /src="\.\/(assets\/[^"]+\.js)"/u.exec(await readFile(path.join(folder, 'index.html'), 'utf8')) ?? [];
  const [, version = ''] = /[`'"]([0-9a-f]{16})[`'"]/u.exec(await readFile(path.join(folder, 'sw.js'), 'utf8')) ?? [];
  return { script, version };
}

/** What a browser has of the page. */
interface Kept {
  readonly caches: readonly string[];
  readonly isWaiting: boolean;
  readonly active: string | undefined;
}

/** Returns what the browser keeps, as a document of the same host sees it that is not of the page. */
async function keptBy(outside: Page): Promise<Kept> {
  return await outside.evaluate<Kept>(`(async () => {
    const { waiting, active } = (await navigator.serviceWorker.getRegistration('${base}/')) ?? {};
    return { caches: (await caches.keys()).toSorted(), isWaiting: Boolean(waiting), active: active?.state };
  })()`);
}

describe.skipIf(stage.isMissing)('a new build of the page', pageTime, () => {
  it('is shown at once, leaves open tabs whole, and has its worker once they are closed', async () => {
    const builds = await replaceablePage();
    const { first, next } = builds;
    await using service = await startService({ pageFolder: builds.folder, basePath: base });
    const address = `${service.url}${base}/`;
    await using opened = await stage.open(address, { serviceWorkers: 'allow' });
    const { page: old } = opened;
    const context = old.context();
    await waitUntil(async () => await old.evaluate<boolean>('Boolean(navigator.serviceWorker.controller)'));
    const outside = await context.newPage();
    await outside.goto(`${service.url}/outside`);
    const untilKept = async (isWaiting: boolean, ...from: readonly Build[]): Promise<void> => {
      const shells = from.map(({ version }) => `audiobook-shell:${base}/:${version}`).toSorted();
      const expected = { caches: [`audiobook-books:${base}/`, ...shells], isWaiting, active: 'activated' };
      await expect.poll(async () => await keptBy(outside)).toEqual(expected);
    };
    await untilKept(false, first);

    await builds.replace();
    const later = await context.newPage();
    const choose = later.getByText(/Choose a book|Pick a story/u);
    // The kept document stands in for a service that needs seconds for its own.
    const shown = async (): Promise<string> => {
      await later.goto(address);
      return await choose.innerText();
    };
    await expect.poll(shown).toBe('Pick a story');
    await untilKept(true, first, next);
    // The service no longer has what the open tab may load yet.
    expect((await fetch(address + first.script)).status).toBe(404);
    expect(await old.evaluate(`fetch('${first.script}').then(({ status }) => status)`)).toBe(200);

    await Promise.all([old.close(), later.close()]);
    await untilKept(false, next);
    await context.setOffline(true);
    const last = await context.newPage();
    await last.goto(address);
    await last.getByText('Pick a story').waitFor();
  });
});
