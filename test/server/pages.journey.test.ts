import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addToken, revokeToken } from '../../src/server/access/token-file.ts';
import { openJobsFolder } from '../../src/server/jobs/local/jobs-folder.ts';
import { writeFinishedBooks } from '../helpers/finished-books.ts';
import { rawRequest } from '../helpers/raw-request.ts';
import { startKokoroServer } from '../helpers/servers/kokoro-server.ts';
import type { KokoroServer } from '../helpers/servers/kokoro-server.ts';
import { bookForm, post, startService, waitUntil } from '../helpers/start-service.ts';
import type { JobJson, RunningService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const { signal } = new AbortController();
let kokoro: KokoroServer;

beforeEach(async () => {
  kokoro = await startKokoroServer();
});

afterEach(async () => {
  await kokoro[Symbol.asyncDispose]();
});

async function start(more: Parameters<typeof startService>[0] = {}) {
  const cacheFolder = await temporaryFolder();
  const [id = ''] = await writeFinishedBooks(await openJobsFolder(cacheFolder), [{ title: 'Emma', owner: 'ann' }]);
  const file = path.join(cacheFolder, 'tokens.json');
  const token = await addToken(file, { name: 'ann', role: 'user', quota: {} }, signal);
  const settings = { KOKORO_API_URL: `${kokoro.url}/v1`, ...more.settings };
  const service = await startService({ ...more, cacheFolder, settings });
  return { service, file, token, id };
}

async function reload(service: RunningService): Promise<void> {
  const count = () => service.log.filter(({ msg }) => msg === 'tokens read again').length;
  const before = count();
  service.reload();
  await waitUntil(() => count() > before);
}

async function logIn(service: RunningService, token: string, headers: Readonly<Record<string, string>> = {}) {
  const body = () => [JSON.stringify({ token })];
  const length = String(JSON.stringify({ token }).length);
  const sent = { method: 'POST', headers: { 'content-length': length, ...headers }, body };
  const response = await rawRequest(`${service.url}/session`, sent);
  const cookie = response.headers['set-cookie']?.[0] ?? '';
  return { ...response, attributes: cookie, cookie: cookie.split(';')[0] ?? '' };
}

async function newLink({ url }: RunningService, id: string, token: string, body: object = {}) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/jobs/${id}/links`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    ...((await response.json()) as { url: string; expiresAt: string; detail: string }),
  };
}

describe('the login of a page', () => {
  it('sets a cookie that stands for the token, for pages of the service only', async () => {
    const { service, token } = await start();
    await using _service = service;
    expect(await logIn(service, 'wrong')).toMatchObject({ status: 401, cookie: '' });
    const { status, body, cookie, attributes } = await logIn(service, token);
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { required: true, name: 'ann', role: 'user', mark: expect.stringMatching(/^[0-9a-f]{16}$/u) },
    ]);
    expect(attributes).toMatch(/; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/u);
    expect(attributes).not.toContain(token);
    const call = async (method: string, headers = {}, route = '/jobs/00000000-0000-0000-0000-000000000000') =>
      (await rawRequest(service.url + route, { method, headers: { cookie, ...headers } })).status;
    const { host } = new URL(service.url);
    expect(await call('GET', {}, '/session')).toBe(200);
    expect(await call('DELETE', { 'sec-fetch-site': 'same-origin' })).toBe(404);
    expect(await call('DELETE', { origin: `http://${host}` })).toBe(404);
    for (const headers of [{}, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect([headers, await call('DELETE', headers)]).toEqual([headers, 403]);
    }
    const changed = cookie.replace(/\.(.)/u, (_all, first) => `.${first === 'A' ? 'B' : 'A'}`);
    expect(await call('GET', { cookie: changed }, '/session')).toBe(401);
    const out = await rawRequest(`${service.url}/session`, { method: 'DELETE', headers: { cookie } });
    expect([out.status, out.headers['set-cookie']?.[0]]).toEqual([
      204,
      'audiobook_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict',
    ]);
    expect(service.logText()).not.toContain(cookie);
  });

  it('ends with the token, and with the key of the service', async () => {
    const { service, file, token } = await start();
    await using _service = service;
    const key = path.join(service.jobsFolder, 'signing.key');
    expect([(await stat(key)).mode & 0o777, (await readFile(key, 'utf8')).length]).toEqual([0o600, 65]);
    const { cookie } = await logIn(service, token);
    const status = async () => (await rawRequest(`${service.url}/session`, { headers: { cookie } })).status;
    expect(await status()).toBe(200);
    await rm(key);
    await reload(service);
    expect(await status()).toBe(401);
    const again = await logIn(service, token);
    await revokeToken(file, 'ann', signal);
    await addToken(file, { name: 'ann', role: 'user', quota: {} }, signal);
    await reload(service);
    expect((await rawRequest(`${service.url}/session`, { headers: { cookie: again.cookie } })).status).toBe(401);
  });
});

describe('a signed link', () => {
  it('opens one file of one job without a token until it expires or the token is revoked', async () => {
    const { service, file, token, id } = await start();
    await using _service = service;
    const name = 'book.mp3';
    const whole = await newLink(service, id, token);
    const one = await newLink(service, id, token, { name, hours: 1 });
    expect([whole.status, one.status]).toEqual([201, 201]);
    expect(Date.parse(one.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
    for (const { url } of [whole, one]) {
      const response = await fetch(url, { headers: { range: 'bytes=0-9' } });
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([206, 10]);
    }
    const { search } = new URL(whole.url);
    const others = [
      one.url.replace(/grant=\d/u, 'grant=9'),
      `${service.url}/jobs/${id}/result${new URL(one.url).search}`,
      `${service.url}/jobs/${id}${search}`,
      `${service.url}/jobs/${id}/report${search}`,
    ];
    for (const url of others) expect([url, (await fetch(url)).status]).toEqual([url, 401]);
    expect(await newLink(service, id, token, { name: 'other.mp3' })).toMatchObject({ status: 404 });
    expect(await newLink(service, id, token, { hours: -1 })).toMatchObject({ status: 400 });
    const brief = await newLink(service, id, token, { hours: 0.0002 });
    await waitUntil(async () => (await fetch(brief.url)).status === 401);
    expect(service.logText()).not.toContain('grant=');
    await revokeToken(file, 'ann', signal);
    await reload(service);
    expect((await fetch(whole.url)).status).toBe(401);
  });
});

describe('a service behind a proxy', () => {
  it('gives addresses below its base path, whether the proxy cuts the path off or not', async () => {
    const { service, token, id } = await start({ basePath: '/books' });
    await using _service = service;
    const headers = { authorization: `Bearer ${token}` };
    for (const prefix of ['', '/books']) {
      const status = async (route: string) => (await fetch(service.url + prefix + route, { headers })).status;
      expect([await status('/health'), await status('/jobs'), await status('/docs')]).toEqual([200, 200, 200]);
    }
    expect((await fetch(`${service.url}/booksellers/health`)).status).toBe(404);
    const form = await bookForm({ kind: 'synthesize', max_chapters: '1' });
    const created = await post(`${service.url}/books/jobs`, form, { headers });
    const job = (await created.json()) as JobJson;
    expect(created.headers.get('location')).toBe(`/books/jobs/${job.id}`);
    const done = await fetch(`${service.url}/jobs/${id}`, { headers });
    expect(await done.json()).toMatchObject({ result: { url: `/books/jobs/${id}/result` } });
    expect((await logIn(service, token)).attributes).toContain('; Path=/books;');
    const { servers } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { servers: unknown };
    expect(servers).toEqual([{ url: '/books' }]);
    const home = await fetch(`${service.url}/books/`, { redirect: 'manual' });
    expect(home.headers.get('location')).toBe('/books/docs');
    const page = await (await fetch(`${service.url}/books/docs`)).text();
    const [, script = ''] = /src="([^"]+start\.js)"/u.exec(page) ?? [];
    expect((await fetch(new URL(script, `${service.url}/books/docs`))).status).toBe(200);
  });

  it('believes the headers of trusted proxies only', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example' };
    const hosts = { AUDIOBOOK_ALLOWED_HOSTS: 'books.example' };
    const trusting = await start({ settings: { ...hosts, AUDIOBOOK_TRUSTED_PROXIES: '10.0.0.0/8,loopback' } });
    const wary = await start({ settings: { ...hosts, AUDIOBOOK_TRUSTED_PROXIES: '10.0.0.0/8' } });
    await using _trusting = trusting.service;
    await using _wary = wary.service;
    expect((await logIn(trusting.service, trusting.token, forwarded)).attributes).toContain('; Secure;');
    expect((await logIn(wary.service, wary.token, forwarded)).attributes).not.toContain('Secure');
    const evil = { headers: { 'x-forwarded-host': 'evil.example' } };
    expect((await rawRequest(`${trusting.service.url}/health`, evil)).status).toBe(403);
    expect((await rawRequest(`${wary.service.url}/health`, evil)).status).toBe(200);
    await expect(start({ settings: { AUDIOBOOK_TRUSTED_PROXIES: '10.0.0.0/40' } })).rejects.toThrow(
      "Invalid AUDIOBOOK_TRUSTED_PROXIES '10.0.0.0/40'.",
    );
  });
});
