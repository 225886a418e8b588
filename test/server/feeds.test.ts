import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RelaxNGValidator, XmlDocument } from 'libxml2-wasm';
import { parseFeed } from 'podcast-partytime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addToken, revokeToken } from '../../src/server/access/token-file.ts';
import { builtPage } from '../../src/server/http/page/web-page.ts';
import { openJobsFolder } from '../../src/server/jobs/local/jobs-folder.ts';
import { writeFinishedBooks } from '../helpers/finished-books.ts';
import { startService, waitUntil } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();

interface OpdsLink {
  readonly rel: string;
  readonly href: string;
  readonly type: string;
}

interface OpdsFeed {
  readonly links: readonly OpdsLink[];
  readonly entries: readonly {
    readonly id: string;
    readonly title: string;
    readonly authors: readonly { readonly name: string }[];
    readonly links: readonly OpdsLink[];
  }[];
}

const require = createRequire(import.meta.url);
/** Its own types are of another module system. */
const opds: { readonly default: new () => { parse(text: string): Promise<OpdsFeed> } } = require('opds-feed-parser');

async function readCatalog(address: string): Promise<OpdsFeed> {
  return await new opds.default().parse(await textOf(address, 'application/atom+xml'));
}
const odd = ['حكايات البحر', '紅樓夢', '<b>Bold & "brave"</b> ]]> \u0001\u{1F4D6}'];

interface NewFeed {
  readonly id: string;
  readonly podcast: string;
  readonly catalog: string;
}

async function start(options: Parameters<typeof startService>[0] = {}) {
  const cacheFolder = await temporaryFolder();
  const jobsFolder = await openJobsFolder(cacheFolder);
  const many = Array.from({ length: 120 }, (_, at) => ({ title: `Volume ${at}`, owner: 'bob' }));
  const chapters = { '1 - Dawn & Dusk.mp3': 'a'.repeat(1000), '2 - Noon.mp3': 'b'.repeat(20) };
  const ids = await writeFinishedBooks(jobsFolder, [
    ...many,
    { title: 'In chapters', owner: 'ann', files: chapters, seconds: 3725 },
    ...odd.map((title) => ({
      title,
      owner: 'ann',
      authors: ['曹雪芹', 'A <i>'],
      files: { [`${title.slice(0, 4)}.m4b`]: title },
    })),
  ]);
  const file = path.join(cacheFolder, 'tokens.json');
  const tokens = {
    ann: await addToken(file, { name: 'ann', role: 'user', quota: {} }, signal),
    bob: await addToken(file, { name: 'bob', role: 'user', quota: {} }, signal),
  };
  return { service: await startService({ ...options, cacheFolder }), file, ids, tokens };
}

async function newFeed({ url }: RunningService, token: string): Promise<NewFeed> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/feeds`, { method: 'POST', headers, body: '{"name":"phone"}' });
  expect(response.status).toBe(201);
  return (await response.json()) as NewFeed;
}

async function textOf(address: string, type: string): Promise<string> {
  const response = await fetch(address);
  expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  return await response.text();
}

/** Ways to spoil a podcast, and what is said of each. */
const broken: readonly (readonly [RegExp, string, string])[] = [
  [/<guid.*?<\/guid>/gu, '', 'guid'],
  [/<itunes:image [^>]*>/gu, '', 'image'],
  [/<atom:link [^>]*>/gu, '', 'link'],
  [/ length="\d+"/gu, '', 'enclosure'],
  [/<pubDate>.*?<\/pubDate>/gu, '<pubDate>2026-01-01T00:00:00Z</pubDate>', 'pubDate'],
  [/<itunes:explicit>false/gu, '<itunes:explicit>no', 'explicit'],
  [/<itunes:duration>/gu, '<itunes:duration>about ', 'duration'],
  [/text="Books"/gu, 'text="Audiobooks"', 'category'],
  [/application\/json\+chapters/gu, 'application/json', 'chapters'],
];

/** Reads a RELAX NG schema beside this file. Returns a function that throws for a document that is not valid by it. */
async function schemaIn(name: string): Promise<(text: string) => void> {
  const schema = XmlDocument.fromBuffer(await readFile(path.join(import.meta.dirname, name)));
  const validator = RelaxNGValidator.fromDoc(schema);
  onTestFinished(() => {
    validator.dispose();
    schema.dispose();
  });
  return (text) => {
    using document = XmlDocument.fromString(text);
    validator.validate(document);
  };
}

/** What is left of a title in XML 1.0. */
function inXml(title: string): string {
  return title.replaceAll('\u0001', '');
}

describe('the podcast', () => {
  it('is valid by the rules of RSS, Apple and the Podcast Namespace, with all books and with one, whatever titles hold', async () => {
    const { service, tokens, ids } = await start({ basePath: '/audio', pageFolder: builtPage() });
    await using _service = service;
    const validate = await schemaIn('podcast.rng');
    const { podcast } = await newFeed(service, tokens.ann);
    const { podcast: ofMany } = await newFeed(service, tokens.bob);
    const feed = await textOf(podcast, 'application/rss+xml');
    for (const text of [
      feed,
      await textOf(ofMany, 'application/rss+xml'),
      await textOf(`${podcast}&book=${ids[120]}`, 'application/rss+xml'),
    ]) {
      expect(() => validate(text)).not.toThrow();
    }
    const picture = /<itunes:image href="([^"]+)"/u.exec(feed)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/png');
    for (const [pattern, replacement, complaint] of broken) {
      const text = feed.replaceAll(pattern, replacement);
      expect(text).not.toBe(feed);
      expect(() => validate(text), String(pattern)).toThrow(complaint);
    }
  });

  it('is read by the parser of a podcast app, with titles of any script and enclosures that are what they say', async () => {
    const { service, tokens, ids } = await start({ basePath: '/audio' });
    await using _service = service;
    const { podcast } = await newFeed(service, tokens.ann);
    expect(podcast).toContain(`${service.url}/audio/feed.xml?token=af_`);
    const feed = parseFeed(await textOf(podcast, 'application/rss+xml'));
    expect(feed).toMatchObject({ title: 'Audiobooks', explicit: false });
    const items = feed?.items ?? [];
    expect(items.map(({ title }) => title)).toEqual([...odd.map(inXml).toReversed(), '1 - Dawn & Dusk', '2 - Noon']);
    expect(new Set(items.map(({ guid }) => guid)).size).toBe(5);
    for (const { enclosure } of items) {
      const whole = await fetch(enclosure.url);
      const bytes = (await whole.arrayBuffer()).byteLength;
      expect([whole.status, bytes, whole.headers.get('content-type')]).toEqual([200, enclosure.length, enclosure.type]);
      const part = await fetch(enclosure.url, { headers: { range: 'bytes=2-5' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes}`]);
      const head = await fetch(enclosure.url, { method: 'HEAD' });
      expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, bytes]);
    }
    const [first] = items;
    expect(first).toMatchObject({ author: '曹雪芹, A <i>', duration: 60 });
    const { podcastChapters: marks } = first ?? {};
    expect(marks).toMatchObject({ type: 'application/json+chapters' });
    expect(await (await fetch(marks?.url ?? '')).json()).toMatchObject({
      version: '1.2.0',
      chapters: [{ startTime: 0, title: 'One' }],
    });
    const ofBook = parseFeed(await textOf(`${podcast}&book=${ids[120]}`, 'application/rss+xml'));
    expect(ofBook).toMatchObject({ title: 'In chapters', itunesType: 'serial' });
    expect(ofBook?.items).toHaveLength(2);
    expect((await fetch(`${podcast}&book=${ids[0]}`)).status).toBe(404);
  });
});

describe('the OPDS catalog', () => {
  it('is valid by the schema of OPDS 1.2, page by page, whatever titles and names hold', async () => {
    const { service, tokens } = await start({ basePath: '/audio' });
    await using _service = service;
    const validate = await schemaIn('opds-acquisition.rng');
    const [own, others] = [await newFeed(service, tokens.ann), await newFeed(service, tokens.bob)];
    const catalog = await textOf(own.catalog, 'application/atom+xml');
    for (const text of [catalog, await textOf(`${others.catalog}&offset=100`, 'application/atom+xml')]) {
      expect(() => validate(text)).not.toThrow();
    }
    const withoutDates = catalog.replaceAll(/<updated>.*?<\/updated>/gu, '');
    expect(() => validate(withoutDates)).toThrow('Expecting an element updated');
    const bought = catalog.replaceAll('opds-spec.org/acquisition"', 'opds-spec.org/acquisition/buy"');
    expect(() => validate(bought)).toThrow('Invalid attribute rel');
  });

  it('is read by an OPDS parser, page by page, with links to audio', async () => {
    const { service, tokens } = await start();
    await using _service = service;
    const own = await readCatalog((await newFeed(service, tokens.ann)).catalog);
    expect(own.entries.map(({ title }) => title)).toEqual([...odd.map(inXml).toReversed(), 'In chapters']);
    const [entry] = own.entries;
    expect(entry?.authors.map(({ name }) => name)).toEqual(['曹雪芹', 'A <i>']);
    const [audio] = entry?.links.filter(({ rel }) => rel === 'http://opds-spec.org/acquisition') ?? [];
    expect([audio?.type, (await fetch(audio?.href ?? '')).status]).toEqual(['audio/mp4', 200]);
    const first = await readCatalog((await newFeed(service, tokens.bob)).catalog);
    const next = first.links.find(({ rel }) => rel === 'next')?.href ?? '';
    const second = await readCatalog(next);
    expect([first.entries.length, second.entries.length]).toEqual([100, 20]);
    expect(second.links.some(({ rel }) => rel === 'next')).toBe(false);
    const all = [...first.entries, ...second.entries].map(({ id }) => id);
    expect(new Set(all).size).toBe(120);
  });
});

describe('the token of a feed', () => {
  it('opens the feed and what is in it, nothing else, and can be revoked', async () => {
    const { service, tokens, ids } = await start();
    await using _service = service;
    const feed = await newFeed(service, tokens.ann);
    const token = new URL(feed.podcast).searchParams.get('token') ?? '';
    const status = async (route: string, method = 'GET', by = `?token=${token}`) =>
      (await fetch(`${service.url}${route}${by}`, { method })).status;
    expect([await status('/feed.xml'), await status('/opds')]).toEqual([200, 200]);
    expect([await status('/feed.xml', 'GET', ''), await status('/feed.xml', 'GET', '?token=af_wrong')]).toEqual([
      401, 401,
    ]);
    const own = `/jobs/${ids[120]}`;
    for (const route of ['/library', '/jobs', '/feeds', own, `${own}/report`, `${own}/result`])
      expect(await status(route)).toBe(401);
    expect(await status(own, 'DELETE')).toBe(401);
    expect(await status(`/jobs/${ids[0]}/files/book.mp3`)).toBe(404);
    const call = async (method: string, route: string, by: string) =>
      await fetch(`${service.url}${route}`, { method, headers: { authorization: `Bearer ${by}` } });
    expect(await (await call('GET', '/feeds', tokens.ann)).json()).toEqual({
      feeds: [{ id: feed.id, name: 'phone', createdAt: expect.any(String) }],
    });
    expect((await call('DELETE', `/feeds/${feed.id}`, tokens.bob)).status).toBe(404);
    expect((await call('DELETE', `/feeds/${feed.id}`, tokens.ann)).status).toBe(204);
    expect([await status('/feed.xml'), await status(`${own}/files/2%20-%20Noon.mp3`)]).toEqual([401, 401]);
  });

  it('that the terminal shows has all books, works in each run with the same token, and ends with it', async () => {
    const cacheFolder = await temporaryFolder();
    const inRun = async (
      token: string,
      address?: string,
    ): Promise<{ readonly address: string; readonly status: number }> => {
      await using service = await startService({ cacheFolder, settings: { AUDIOBOOK_TOKEN: token } });
      const query = address ?? `${service.feed}`;
      const { status } = await fetch(`${service.url}/${query}`);
      expect((await fetch(`${service.url}/${query.replace('feed.xml', 'jobs')}`)).status).toBe(401);
      return { address: query, status };
    };
    const first = await inRun('correct-horse');
    expect(first).toMatchObject({ address: expect.stringMatching(/^feed\.xml\?token=af_[\w-]{43}$/u), status: 200 });
    expect(await inRun('correct-horse')).toEqual(first);
    expect(await inRun('battery-staple', first.address)).toEqual({ ...first, status: 401 });
  });

  it('works after a restart, and ends with the token that made it', async () => {
    const { service, tokens, file } = await start();
    const { podcast } = await newFeed(service, tokens.ann);
    await service.stop();
    await using next = await startService({ cacheFolder: service.cacheFolder });
    const address = podcast.replace(service.url, next.url);
    expect((await fetch(address)).status).toBe(200);
    await revokeToken(file, 'ann', signal);
    // Another person of the same name is not the one that made it.
    await addToken(file, { name: 'ann', role: 'user', quota: {} }, signal);
    next.reload();
    await waitUntil(() => next.log.some(({ msg }) => msg === 'tokens read again'));
    expect((await fetch(address)).status).toBe(401);
  });
});
