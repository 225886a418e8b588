import { request } from 'node:http';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { shareFile } from '../../src/server/share-file.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const text = 'a book that is longer than it looks';

/** Shares a file, and returns its address, who fetched it, and how it ends. */
async function shared({ idleMs = 60_000, signal = new AbortController().signal } = {}) {
  const file = path.join(await temporaryFolder(), 'Café 1.m4b');
  await writeFile(file, text);
  const fetched: string[] = [];
  const onFetch = (from: string): void => void fetched.push(from);
  return await new Promise<{ url: string; fetched: readonly string[]; end: Promise<boolean> }>((resolve) => {
    const onListening = (url: string): void => resolve({ url, fetched, end });
    const end = shareFile({ file, host: '127.0.0.1', port: 0, idleMs, signal, onListening, onFetch });
  });
}

const get = async (url: string, range?: string): Promise<string> =>
  await (await fetch(url, range === undefined ? {} : { headers: { Range: `bytes=${range}` } })).text();

describe('a shared file', () => {
  it('is fetched whole, with its name and type, and is gone then', async () => {
    const { url, fetched, end } = await shared();
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('audio/mp4');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Caf%C3%A9%201.m4b");
    expect(await answer.text()).toBe(text);
    expect([await end, fetched]).toEqual([true, ['127.0.0.1']]);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  it('is fetched in ranges, in any order, as players do: a head and a part twice are not all of it', async () => {
    const { url, fetched, end } = await shared();
    await fetch(url, { method: 'HEAD' });
    const parts = [await get(url, '20-'), await get(url, '25-'), await get(url, '0-9')];
    expect(parts).toEqual([text.slice(20), text.slice(25), text.slice(0, 10)]);
    expect(await Promise.race([end, Promise.resolve('open')])).toBe('open');
    await get(url, '5-19');
    expect([await end, fetched.length]).toEqual([true, 1]);
  });

  it('is at no other address', async () => {
    const ending = new AbortController();
    const { url, end } = await shared({ signal: ending.signal });
    const { origin, pathname } = new URL(url);
    const others = ['/', '/Caf%C3%A9%201.m4b', `${pathname}/`, pathname.slice(0, -1), `/x/..${pathname}`];
    // Not by fetch, which would shorten the last one.
    const statusOf = async (place: string): Promise<number | undefined> =>
      await new Promise((resolve, reject) => {
        request(`${origin}${place}`, { path: place }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
    expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 404));
    ending.abort(new Error('stopped'));
    await expect(end).rejects.toThrow('stopped');
  });

  it('ends at once when it is stopped as it begins', async () => {
    const file = path.join(await temporaryFolder(), 'a.m4b');
    await writeFile(file, text);
    const ending = new AbortController();
    const onListening = (): void => ending.abort(new Error('stopped'));
    const options = { file, host: '127.0.0.1', port: 0, idleMs: 60_000, signal: ending.signal };
    await expect(shareFile({ ...options, onListening, onFetch: () => undefined })).rejects.toThrow('stopped');
  });

  it('ends when nobody fetches it', async () => {
    const { end } = await shared({ idleMs: 20 });
    expect(await end).toBe(false);
  });

  it('must be a file with something in it', async () => {
    const options = { host: '127.0.0.1', port: 0, idleMs: 1, signal: new AbortController().signal };
    const folder = await temporaryFolder();
    const silent = { onListening: () => undefined, onFetch: () => undefined };
    await expect(shareFile({ ...options, ...silent, file: folder })).rejects.toMatchObject({ code: 'bad-value' });
    const missing = path.join(folder, 'missing.m4b');
    await expect(shareFile({ ...options, ...silent, file: missing })).rejects.toMatchObject({ code: 'file-not-found' });
  });
});
