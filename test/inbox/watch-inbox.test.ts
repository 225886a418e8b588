import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AudiobookError } from '../../src/core/errors.ts';
import { inboxFolders } from '../../src/inbox/inbox-folders.ts';
import { SettledFiles } from '../../src/inbox/settled-files.ts';
import { watchInbox } from '../../src/inbox/watch-inbox.ts';
import type { InboxEvent } from '../../src/inbox/watch-inbox.ts';
import { waitUntil } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** A watch in this process, with what it told. */
function watching(folder: string, handle: (file: string) => Promise<string>, isOnce = false) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const events: InboxEvent<string>[] = [];
  const ended = watchInbox(inboxFolders(folder), {
    handle,
    onEvent: (event) => void events.push(event),
    signal: stop.signal,
    settleMs: 200,
    once: isOnce,
  });
  return { events, ended, stop: () => stop.abort() };
}

const read = async (file: string): Promise<string> => await readFile(file, 'utf8');

async function dropped(folder: string, name: string, text = `The text of ${name}.`): Promise<string> {
  await writeFile(path.join(folder, name), text);
  return path.join(folder, name);
}

/** Names of everything below a folder but the marker. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.made-by'));
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted();
}

describe('an inbox', () => {
  it('moves converted books to done, failed ones to failed with a note, and replaces nothing there', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'done'));
    await dropped(folder, 'done/good.txt', 'not ours');
    await dropped(folder, 'good.txt');
    await dropped(folder, 'bad.txt');
    const { ended, events } = watching(
      folder,
      async (file) => {
        if (file.endsWith('bad.txt')) throw new AudiobookError('book-damaged', 'Page 3\nis missing.');
        return await read(file);
      },
      true,
    );
    await ended;
    expect(events.map(({ type }) => type)).toEqual(['failed', 'done']);
    expect(events[1]).toMatchObject({ name: 'good.txt', result: 'The text of good.txt.' });
    expect(await filesIn(folder)).toEqual([
      'done/good (2).txt',
      'done/good.txt',
      'failed/bad.txt',
      'failed/bad.txt.txt',
    ]);
    expect(await read(path.join(folder, 'failed/bad.txt.txt'))).toBe('Page 3 is missing.\n');
    expect(await read(path.join(folder, 'done/good.txt'))).toBe('not ours');
  });

  it('waits for a file that grows', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const folder = await temporaryFolder();
    const file = await dropped(folder, 'long.txt', 'start');
    const settled = new SettledFiles(folder, 200);
    const found = async (): Promise<readonly string[]> => [...(await settled.find()).keys()];
    for (let count = 0; count < 8; count += 1) {
      expect(await found()).toEqual([]);
      vi.advanceTimersByTime(150);
      await appendFile(file, ' more');
    }
    expect(await found()).toEqual([]);
    vi.advanceTimersByTime(199);
    expect(await found()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(await found()).toEqual(['long.txt']);
  });

  it('leaves unfinished downloads, hidden files, links, lists and what is not a book', async () => {
    const folder = await temporaryFolder();
    const names = [
      'a.epub.part',
      'b.crdownload',
      'c.txt~',
      '~d.txt',
      '.e.txt',
      'f.yaml',
      'g.epub',
      'g.epub.aria2',
      'h.jpg',
    ];
    for (const name of names) await dropped(folder, name);
    await writeFile(path.join(folder, 'h.jpg'), Buffer.from('ffd8ffe000104a46494600010000', 'hex'));
    const { ended, events } = watching(folder, read, true);
    await ended;
    expect(events).toMatchObject([
      { type: 'left', name: 'f.yaml' },
      { type: 'left', name: 'h.jpg', reason: expect.stringContaining('image') },
    ]);
    expect(await filesIn(folder)).toEqual(names.toSorted());
  });

  it('gives each book to one of several watchers', async () => {
    const folder = await temporaryFolder();
    const names = Array.from({ length: 12 }, (_, at) => `book-${at}.txt`);
    for (const name of names) await dropped(folder, name);
    const watches = Array.from({ length: 3 }, () => watching(folder, async (file) => (await delay(20), file), true));
    await Promise.all(watches.map(({ ended }) => ended));
    const events = watches.flatMap((watch) => watch.events);
    expect(events.map(({ type }) => type)).toEqual(names.map(() => 'done'));
    expect(await filesIn(folder)).toEqual(names.map((name) => `done/${name}`).toSorted());
  });

  it('returns the book in work when it is stopped', async () => {
    const folder = await temporaryFolder();
    await dropped(folder, 'book.txt');
    const stopped = new AbortController();
    let hasStarted = false;
    const { events, stop, ended } = watching(folder, async () => {
      hasStarted = true;
      await delay(60_000, undefined, { signal: stopped.signal });
      return '';
    });
    await waitUntil(async () => hasStarted);
    stop();
    stopped.abort();
    await ended;
    expect(events).toEqual([{ type: 'returned', name: 'book.txt' }]);
    expect(await filesIn(folder)).toEqual(['book.txt']);
  });

  it('says once that its folder has vanished, and goes on when it is back', async () => {
    const folder = path.join(await temporaryFolder(), 'inbox');
    await mkdir(folder);
    const { events, stop, ended } = watching(folder, read);
    // The last of its folders is there when the watch begins.
    await waitUntil(async () => (await readdir(folder)).includes('failed'));
    await rename(folder, `${folder}-away`);
    await waitUntil(async () => events.length > 0);
    await delay(400);
    await mkdir(folder);
    await dropped(folder, 'book.txt');
    await waitUntil(async () => events.length > 1);
    stop();
    await ended;
    expect(events).toMatchObject([
      { type: 'trouble', error: { code: 'file-not-found' } },
      { type: 'done', name: 'book.txt' },
    ]);
  });

  it('goes on when its folder vanishes with the book in work', async () => {
    const folder = path.join(await temporaryFolder(), 'inbox');
    await mkdir(folder);
    await dropped(folder, 'book.txt');
    const { events, ended } = watching(folder, async () => (await rm(folder, { recursive: true }), ''), true);
    await ended;
    expect(events).toMatchObject([{ type: 'trouble' }]);
  });

  it('refuses a folder audiobook-inbox that is not its own', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'audiobook-inbox'));
    await dropped(folder, 'audiobook-inbox/letters.txt');
    await expect(watching(folder, read).ended).rejects.toMatchObject({ code: 'bad-value' });
    await expect(watching(path.join(folder, 'none'), read).ended).rejects.toMatchObject({ code: 'file-not-found' });
  });
});
