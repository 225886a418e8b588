import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addToken } from '../../src/server/access/token-file.ts';
import { openJobsFolder } from '../../src/server/jobs/local/jobs-folder.ts';
import { writeFinishedBooks } from '../helpers/finished-books.ts';
import type { FinishedBook } from '../helpers/finished-books.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import { startJob, startService, waitForJob } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(
  { url }: RunningService,
  method: string,
  route: string,
  options: { body?: object; token?: string } = {},
): Promise<Answer> {
  const { body, token } = options;
  const response = await fetch(`${url}/library${route}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
}

async function titles(service: RunningService, query: string): Promise<{ total: unknown; titles: unknown[] }> {
  const { body } = await call(service, 'GET', `?${query}`);
  return { total: body['total'], titles: (body['books'] as { title: string }[]).map(({ title }) => title) };
}

async function withBooks(books: readonly FinishedBook[]): Promise<{ cacheFolder: string; ids: readonly string[] }> {
  const cacheFolder = await temporaryFolder();
  return { cacheFolder, ids: await writeFinishedBooks(await openJobsFolder(cacheFolder), books) };
}

describe('the library', () => {
  it('has a finished book with its tags, its files and the place of the listener, until it is removed', async () => {
    await using kokoro = await startKokoroServer();
    await using service = await startService({ settings: { KOKORO_API_URL: `${kokoro.url}/v1` }, basePath: '/audio' });
    const { id } = await startJob(service, { format: 'm4b', meta: 'series=The Mills' });
    const running = await call(service, 'GET', `/${id}`);
    await waitForJob(service, id, 'done');
    expect(running.status).toBe(404);
    const { status, body } = await call(service, 'GET', `/${id}`);
    expect([status, body]).toEqual([
      200,
      {
        id,
        title: 'The Small Book',
        authors: ['Ada Example'],
        series: 'The Mills',
        language: 'en',
        voice: 'af_heart',
        seconds: expect.closeTo(20, -1),
        bytes: expect.any(Number),
        chapters: 3,
        addedAt: expect.stringMatching(/Z$/u),
        keep: false,
        keptUntil: expect.stringMatching(/Z$/u),
        files: [
          {
            url: `/audio/jobs/${id}/files/The%20Small%20Book.m4b`,
            name: 'The Small Book.m4b',
            mediaType: 'audio/mp4',
            bytes: body['bytes'],
            kind: 'audio',
            seconds: expect.closeTo(Number(body['seconds']), 0),
          },
        ],
      },
    ]);
    expect((await call(service, 'GET', `/${id}/position`)).status).toBe(204);
    const put = async (position: object) => await call(service, 'PUT', `/${id}/position`, { body: position });
    const first = await put({ seconds: 7.5, speed: 1.25 });
    expect(first.body).toEqual({ seconds: 7.5, speed: 1.25, updatedAt: expect.any(String) });
    // A player that was offline does not take the place back.
    expect((await put({ seconds: 2, updatedAt: '2020-01-01T00:00:00Z' })).body).toEqual(first.body);
    expect((await put({ seconds: 9, updatedAt: '2999-01-01T00:00:00Z' })).body).toMatchObject({ seconds: 9, speed: 1 });
    expect((await put({ seconds: 10 })).body).toMatchObject({ seconds: 10 });
    const bookmarks = [
      { seconds: 30, note: 'the quay' },
      { seconds: 4.5, note: '' },
    ];
    const inOrder = bookmarks.toReversed();
    expect((await put({ seconds: 10, bookmarks })).body).toMatchObject({ bookmarks: inOrder });
    expect((await put({ seconds: 10 })).body).toMatchObject({ bookmarks: inOrder });
    expect((await call(service, 'GET', `/${id}/position`)).body).toMatchObject({ seconds: 10, bookmarks: inOrder });
    const tooMany = Array.from({ length: 101 }, () => ({ seconds: 1 }));
    const bad = [
      { seconds: -1 },
      { seconds: 'x' },
      {},
      { seconds: 1, chapter: 2 },
      { seconds: 1, bookmarks: tooMany },
      { seconds: 1, bookmarks: [{ seconds: 1, note: 'x'.repeat(201) }] },
    ];
    for (const position of bad) expect((await put(position)).status).toBe(400);
    const list = (await call(service, 'GET', '')).body;
    expect(list).toMatchObject({ total: 1, books: [{ id, position: { seconds: 10 } }] });
    expect(JSON.stringify(list)).not.toContain('the quay');
    expect((await call(service, 'DELETE', `/${id}`)).status).toBe(204);
    expect((await call(service, 'GET', `/${id}`)).status).toBe(404);
    expect(await service.jobFolders()).toEqual([]);
  });

  it('finds, orders and pages hundreds of books, with titles of any script as they are', async () => {
    const odd = ['حكايات البحر', '紅樓夢', '<b>Bold & "brave"</b>'];
    const numbered = Array.from({ length: 300 }, (_, at) => ({
      title: `Volume ${at + 1}`,
      seconds: 60 + at,
      authors: [`Author ${at % 7}`],
    }));
    const { cacheFolder, ids } = await withBooks([...numbered, ...odd.map((title) => ({ title, authors: ['Zoë'] }))]);
    await using service = await startService({ cacheFolder });
    expect(await titles(service, 'limit=3')).toEqual({ total: 303, titles: odd.toReversed() });
    expect(
      (await titles(service, 'sort=title&limit=1000')).titles.filter((title) => String(title).startsWith('Volume')),
    ).toEqual(numbered.map(({ title }) => title));
    expect((await titles(service, 'sort=length&limit=2')).titles).toEqual(['Volume 300', 'Volume 299']);
    expect((await titles(service, 'sort=author&limit=1&offset=302')).titles).toEqual(['紅樓夢']);
    expect(await titles(service, 'text=ZO%C3%8B&limit=1&offset=1')).toMatchObject({ total: 3, titles: [odd[1]] });
    expect((await titles(service, `text=${encodeURIComponent('<b>')}`)).titles).toEqual([odd[2]]);
    await call(service, 'PUT', `/${ids[41]}/position`, { body: { seconds: 1 } });
    expect((await titles(service, 'sort=heard&limit=2')).titles).toEqual(['Volume 42', odd[2]]);
    expect((await call(service, 'GET', '?sort=size')).status).toBe(400);
  });

  it('keeps a book for good that is past the limits, over restarts', async () => {
    const { cacheFolder, ids } = await withBooks([{ title: 'Kept' }, { title: 'Left' }]);
    {
      await using service = await startService({ cacheFolder });
      expect((await call(service, 'PATCH', `/${ids[0]}`, { body: { keep: true } })).body).toMatchObject({ keep: true });
      expect((await call(service, 'PATCH', `/${ids[0]}`, { body: { keep: 'yes' } })).status).toBe(400);
    }
    const day = 24 * 60 * 60 * 1000;
    const ages = Object.fromEntries(ids.map((id) => [id, 30 * day]));
    await writeFile(path.join(cacheFolder, 'audiobook-jobs', 'ages.json'), JSON.stringify(ages));
    await using service = await startService({ cacheFolder, settings: { AUDIOBOOK_JOBS_LIMIT_GB: '0.00000001' } });
    expect(await service.jobFolders()).toContain(ids[0]);
    while ((await service.jobFolders()).length > 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await titles(service, '')).toEqual({ total: 1, titles: ['Kept'] });
    expect((await call(service, 'PATCH', `/${ids[0]}`, { body: { keep: false } })).body).toMatchObject({ keep: false });
  });

  it('shows a token its own books only, and gives each token a place of its own', async () => {
    const { cacheFolder, ids } = await withBooks([{ title: 'Of Ann', owner: 'ann' }]);
    await mkdir(cacheFolder, { recursive: true });
    const tokenOf = async (name: string, role: 'admin' | 'user') =>
      await addToken(path.join(cacheFolder, 'tokens.json'), { name, role, quota: {} }, signal);
    const [ann, bob, root] = [
      await tokenOf('ann', 'user'),
      await tokenOf('bob', 'user'),
      await tokenOf('root', 'admin'),
    ];
    await using service = await startService({ cacheFolder });
    const place = `/${ids[0]}/position`;
    expect((await call(service, 'PUT', place, { token: ann, body: { seconds: 5 } })).status).toBe(200);
    expect((await call(service, 'GET', place, { token: root })).status).toBe(204);
    expect((await call(service, 'GET', place, { token: ann })).body).toMatchObject({ seconds: 5 });
    for (const [method, route] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/position'],
      ['PUT', '/position'],
    ] as const) {
      expect((await call(service, method, `/${ids[0]}${route}`, { token: bob })).status).toBe(404);
    }
    expect((await call(service, 'GET', '', { token: bob })).body).toEqual({ books: [], total: 0 });
    expect((await call(service, 'GET', '')).status).toBe(401);
  });
});
