import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { bookForm, post, startService } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';

let kokoro: KokoroServer;
let service: RunningService;
/** All jobs, oldest first: the first one runs, the others wait. */
const ids: string[] = [];

beforeAll(async () => {
  kokoro = await startKokoroServer({ faults: () => 'hang-before-headers' });
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, AUDIOBOOK_CONVERSIONS: '1', AUDIOBOOK_PREFLIGHT: 'off' };
  service = await startService({ settings });
  for (const name of ['a.epub', 'b.epub', 'Éé.epub', 'd.epub', 'e.epub']) {
    const kind = name === 'd.epub' ? 'audiobook' : 'synthesize';
    const fields = { kind, ...(kind === 'audiobook' && { task: 'direct' }) };
    const response = await post(`${service.url}/jobs`, await bookForm(fields, undefined, name));
    ids.push(((await response.json()) as JobJson).id);
  }
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await kokoro[Symbol.asyncDispose]();
});

interface Page {
  readonly jobs: readonly JobJson[];
  readonly total: number;
  readonly next?: string;
  readonly link: string | null;
}

async function page(query = ''): Promise<Page> {
  const response = await fetch(`${service.url}/jobs${query}`);
  expect(response.status).toBe(200);
  return { ...((await response.json()) as Page), link: response.headers.get('link') };
}

function idsOf({ jobs }: Page): readonly string[] {
  return jobs.map(({ id }) => id);
}

describe('the list of jobs', () => {
  it('has every job once, newest first, however it is cut into pages', async () => {
    const all = await page();
    expect([idsOf(all), all.total, all.next, all.link]).toEqual([ids.toReversed(), 5, undefined, null]);
    const found: string[] = [];
    let query: string | undefined = '?limit=2';
    while (query !== undefined) {
      const part: Page = await page(query);
      found.push(...idsOf(part));
      expect(part.total).toBe(5);
      const link: string | undefined = /^<(\?[^>]+)>; rel="next"$/u.exec(part.link ?? '')?.[1];
      expect(new URLSearchParams(link).get('cursor') ?? undefined).toBe(part.next);
      query = link;
    }
    expect(found).toEqual(ids.toReversed());
  });

  it('goes on behind the last page when that job is gone and another one has come', async () => {
    const first = await page('?limit=2');
    const extra = await post(`${service.url}/jobs`, await bookForm({ kind: 'synthesize' }));
    const { id } = (await extra.json()) as JobJson;
    const second = await page(`?limit=2&cursor=${first.next}`);
    expect(idsOf(second)).toEqual(ids.toReversed().slice(2, 4));
    for (const _ of ['cancels', 'removes']) await fetch(`${service.url}/jobs/${id}`, { method: 'DELETE' });
    const gone = `${Date.now() + 60_000}.${id}`;
    expect(idsOf(await page(`?cursor=${gone}`))).toEqual(ids.toReversed());
  });

  it('can be filtered by state, kind, time and name, together', async () => {
    const created = String((await page()).jobs[1]?.['createdAt']);
    expect(idsOf(await page('?status=running'))).toEqual(ids.slice(0, 1));
    expect((await page('?status=running&status=queued')).total).toBe(5);
    expect((await page('?status=done&status=failed')).jobs).toEqual([]);
    expect(idsOf(await page('?kind=audiobook'))).toEqual([ids[3]]);
    expect(idsOf(await page(`?since=${created}`))).toEqual(expect.arrayContaining(ids.slice(3)));
    expect((await page('?since=2999-01-01T00:00:00%2B01:00')).total).toBe(0);
    expect(idsOf(await page(`?text=${encodeURIComponent('éÉ')}`))).toEqual([ids[2]]);
    expect(idsOf(await page('?text=.epub&kind=synthesize&status=queued&limit=1'))).toEqual([ids[4]]);
  });

  it.each([
    ['limit=0', 'a whole number from 1 to 1000'],
    ['limit=1e9', 'a whole number from 1 to 1000'],
    ['status=sleeping', 'one of queued, running, scripted, done, failed, canceled'],
    ['since=yesterday', 'a time in ISO 8601'],
    ['kind=podcast', 'synthesize or audiobook'],
    ['cursor=../../etc', "the value of 'next'"],
    ['limit=1&limit=2', 'a whole number from 1 to 1000'],
    [`text=${'x'.repeat(201)}`, 'at most 200 characters'],
    ['order=up', 'Unknown field'],
  ])('refuses ?%s', async (query, expected) => {
    const response = await fetch(`${service.url}/jobs?${query}`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 'malformed', detail: expect.stringContaining(expected) },
    ]);
  });
});
