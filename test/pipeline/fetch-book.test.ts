import { readdir, readFile, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFrom } from '../../src/core/settings.ts';
import { fetchBook } from '../../src/pipeline/read/fetch-book.ts';
import type { FetchBookOptions, FetchedBook } from '../../src/pipeline/read/fetch-book.ts';
import { startBookServer } from '../helpers/servers/book-server.ts';
import { startProxyServer } from '../helpers/servers/proxy-server.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

async function get(
  address: string,
  options: Partial<FetchBookOptions> = {},
): Promise<FetchedBook & { readonly name: string }> {
  const { signal } = new AbortController();
  const limits = { publicOnly: false, maxBytes: 1e6, timeoutMs: 60_000, folder: await temporaryFolder() };
  const book = await fetchBook(address, { settings: settingsFrom([]), signal, ...limits, ...options });
  return { ...book, name: basename(book.file) };
}

describe('a book from an address', () => {
  it('is named by the server or the address, and shown without credentials', async () => {
    await using server = await startBookServer();
    const own = server.url.replace('http://', 'http://ann:p%40ss@');
    expect(await get(`${own}/small.epub?key=secret#part`)).toMatchObject({
      name: 'small.epub',
      address: `${server.url}/small.epub`,
    });
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
    // A percent sign that is no escape is one of the password.
    await get(`${own.replace('p%40ss', '100%')}/small.epub`);
    expect(server.requests[1]?.headers.authorization).toBe(`Basic ${Buffer.from('ann:100%').toString('base64')}`);
    expect((await get(`${server.url}/download`)).name).toBe('Book.epub');
    expect((await get(`${server.url}/article/`)).name).toBe('article.html');
    expect((await get(`${server.url}/moved`)).name).toBe('small.epub');
  });

  it('is fetched again only when it has changed', async () => {
    await using server = await startBookServer();
    const storedBooks = await temporaryFolder();
    const first = await get(`${server.url}/small.epub`, { storedBooks });
    const second = await get(`${server.url}/small.epub`, { storedBooks });
    expect((await readFile(second.file)).equals(await readFile(first.file))).toBe(true);
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304]);
  });

  it('is alone in its folder, and fetched whole again when what is kept is damaged', async () => {
    await using server = await startBookServer();
    const [storedBooks, folder] = [await temporaryFolder(), await temporaryFolder()];
    const { file } = await get(`${server.url}/small.epub`, { storedBooks, folder });
    expect(await readdir(folder)).toEqual(['small.epub']);
    const names = await readdir(storedBooks, { recursive: true });
    const kept = join(storedBooks, names.find((name) => name.endsWith('.download')) ?? '');
    const whole = await readFile(kept);
    expect(whole.subarray(-1000).equals((await readFile(file)).subarray(-1000))).toBe(true);
    await truncate(kept, whole.length - 1);
    expect(await readFile((await get(`${server.url}/small.epub`, { storedBooks })).file)).toEqual(await readFile(file));
    expect(server.requests.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is asked for again after a passing failure', async () => {
    await using server = await startBookServer();
    expect((await get(`${server.url}/flaky.epub`)).name).toBe('flaky.epub');
    expect(server.requests.map(({ status }) => status)).toEqual([503, 200]);
  });

  it.each([
    ['/gone.epub', 'download-failed', 'status 404'],
    ['/loop', 'download-failed', 'redirects more than 5 times'],
    ['/to-file', 'download-failed', "redirects to an address of the kind 'file:'"],
    ['/endless.txt', 'book-too-large', 'The limit is 1 MB'],
    ['/promised.txt', 'book-too-large', 'The limit is 1 MB'],
  ])('is refused when the server is hostile: %s', async (path, code, message) => {
    await using server = await startBookServer();
    await expect(get(`${server.url}${path}?key=secret`)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
    await expect(get(`${server.url}${path}?key=secret`)).rejects.not.toThrow('secret');
  });

  it('is given up when its server is silent, and when the run is canceled', async () => {
    await using server = await startBookServer();
    await expect(get(`${server.url}/silent.txt`, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'download-failed',
      message: expect.stringContaining('longer than 0.3 seconds'),
    });
    const controller = new AbortController();
    const fetching = get(`${server.url}/silent.txt`, { signal: controller.signal });
    controller.abort();
    await expect(fetching).rejects.toMatchObject({ code: 'canceled' });
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254'])(
    'is never fetched from a private address in a service: %s',
    async (host) => {
      await using server = await startBookServer();
      const { port } = new URL(server.url);
      await expect(get(`http://${host}:${port}/small.epub`, { publicOnly: true })).rejects.toMatchObject({
        code: 'bad-value',
        message: expect.stringContaining('a private network, from which the service fetches nothing'),
      });
      expect(server.requests).toEqual([]);
    },
  );

  it('is fetched through the proxy of the settings, but not from hosts that are excepted', async () => {
    await using server = await startBookServer();
    await using proxy = await startProxyServer();
    const settings = settingsFrom([{ HTTP_PROXY: proxy.url, NO_PROXY: '<-loopback>' }]);
    await get(`${server.url}/small.epub`, { settings });
    expect(proxy.requests).toEqual([expect.stringContaining(new URL(server.url).host)]);
    for (const others of [{ NO_PROXY: '127.0.0.1,<-loopback>' }, {}]) {
      await get(`${server.url}/small.epub`, { settings: settingsFrom([{ HTTP_PROXY: proxy.url, ...others }]) });
    }
    expect(proxy.requests).toHaveLength(1);
  });

  it.each(['ftp://example.com/a.epub', 'file:///etc/passwd', 'https://', 'example'])(
    'has an http address: %s',
    async (word) => {
      await expect(get(word)).rejects.toMatchObject({ code: 'bad-value' });
    },
  );
});
