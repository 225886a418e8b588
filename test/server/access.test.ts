import { LoginCodes } from '../../src/server/access/login-codes.ts';
import { describe, expect, it } from 'vitest';
import { rawRequest } from '../helpers/raw-request.ts';
import { bookForm, post, startService } from '../helpers/start-service.ts';
import type { RunningService } from '../helpers/start-service.ts';

async function status(
  service: Pick<RunningService, 'url'>,
  headers: Readonly<Record<string, string>>,
  path = '/voices',
): Promise<number> {
  return (await rawRequest(service.url + path, { headers })).status;
}

describe('a service on the loopback', () => {
  it('accepts only names of this machine, wherever other names point', async () => {
    await using service = await startService({ settings: { AUDIOBOOK_ALLOWED_HOSTS: 'books.example' } });
    for (const host of ['localhost', 'localhost:99', '127.0.0.1:8000', '[::1]:8000', 'books.example']) {
      expect([host, await status(service, { host })]).toEqual([host, 200]);
    }
    const answer = await rawRequest(`${service.url}/voices`, { headers: { host: 'evil.example:8000' } });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      403,
      { detail: 'The Host header does not name a host of this service.', code: 'forbidden' },
    ]);
  });

  it('rejects pages of other sites except the allowed ones', async () => {
    await using service = await startService({ settings: { AUDIOBOOK_CORS_ORIGINS: 'https://app.example' } });
    const { host } = new URL(service.url);
    expect(await status(service, { origin: `http://${host}` })).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      expect([origin, await status(service, { origin })]).toEqual([origin, 403]);
    }
    const form = await bookForm();
    const refused = await post(`${service.url}/jobs`, form, { headers: { origin: 'https://evil.example' } });
    expect(refused.status).toBe(403);
    await refused.arrayBuffer();
    const allowed = await rawRequest(`${service.url}/health`, { headers: { origin: 'https://app.example' } });
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example');
    const preflight = await rawRequest(`${service.url}/jobs`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST', 'content-length': '0' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
      204,
      'GET, HEAD, POST, PUT, PATCH, DELETE',
    ]);
  });
});

describe('a service that listens elsewhere', () => {
  it('accepts its own address and the allowed hosts, and no others where some are configured', async () => {
    await using service = await startService({
      host: '0.0.0.0',
      auth: false,
      settings: { AUDIOBOOK_ALLOWED_HOSTS: 'books.example' },
    });
    const url = service.url.replace('0.0.0.0', '127.0.0.1');
    const statusOf = async (host: string): Promise<number> =>
      (await rawRequest(`${url}/voices`, { headers: { host } })).status;
    expect([await statusOf('books.example'), await statusOf('localhost'), await statusOf('evil.example')]).toEqual([
      200, 200, 403,
    ]);
    await using other = await startService({ host: '127.0.0.2' });
    expect((await rawRequest(`${other.url}/voices`, {})).status).toBe(200);
  });
});

describe('a token', () => {
  const settings = { AUDIOBOOK_TOKEN: 'correct-horse' };

  it('is required for everything except health and documentation', async () => {
    await using service = await startService({ settings });
    const open = ['/health', '/docs', '/openapi.json'];
    for (const path of open) expect([path, await status(service, {}, path)]).toEqual([path, 200]);
    for (const path of ['/providers', '/voices', '/jobs', '/jobs/1', '/jobs/1/events', '/jobs/1/result', '/metrics']) {
      expect([path, await status(service, {}, path)]).toEqual([path, 401]);
    }
    for (const path of ['/synthesize', '/audiobook', '/plan', '/jobs']) {
      const answer = await rawRequest(service.url + path, { method: 'POST', headers: { 'content-length': '1000000' } });
      expect([path, answer.status, answer.headers['www-authenticate']]).toEqual([path, 401, 'Bearer']);
    }
  });

  it('must match exactly', async () => {
    await using service = await startService({ settings });
    expect(await status(service, { authorization: 'Bearer correct-horse' })).toBe(200);
    for (const authorization of ['Bearer correct-hors', 'Bearer correct-horse2', 'Basic correct-horse', 'Bearer', '']) {
      const answer = await rawRequest(`${service.url}/voices`, { headers: { authorization } });
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([401, { code: 'unauthorized' }]);
    }
    expect(service.logText()).not.toContain('correct-hors');
  });

  it('is required where other machines can connect, unless --no-auth allows everyone', async () => {
    await expect(startService({ host: '0.0.0.0' })).rejects.toMatchObject({ code: 'bad-value' });
    await using made = await startService({ host: '0.0.0.0', makesToken: true });
    const local = { url: made.url.replace('0.0.0.0', '127.0.0.1') };
    expect(await status(local, { authorization: `Bearer ${made.token}` })).toBe(200);
    expect([await status(local, {}), made.logText().includes(made.token ?? '')]).toEqual([401, false]);
    await using open = await startService({ host: '0.0.0.0', auth: false });
    const url = open.url.replace('0.0.0.0', '127.0.0.1');
    expect((await rawRequest(`${url}/voices`, { headers: { host: 'any.example' } })).status).toBe(200);
    await using closed = await startService({ host: '0.0.0.0', settings });
    expect((await rawRequest(`${closed.url.replace('0.0.0.0', '127.0.0.1')}/voices`, {})).status).toBe(401);
  });
});

async function logIn({ url }: Pick<RunningService, 'url'>, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return await fetch(`${url}/session`, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe('a code from the terminal of the service', () => {
  it('logs one page in as the admin, once, and is not in the log', async () => {
    await using service = await startService({ settings: { AUDIOBOOK_TOKEN: 'correct-horse' } });
    const code = service.newCode();
    const answer = await logIn(service, { code });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ role: 'admin' })]);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await status(service, { cookie })).toBe(200);
    const again = await logIn(service, { code });
    expect([again.status, await again.json()]).toMatchObject([401, { code: 'unauthorized' }]);
    expect((await logIn(service, { code: 'guessed' })).status).toBe(401);
    expect((await logIn(service, { code, token: 'correct-horse' })).status).toBe(400);
    expect(service.logText()).not.toContain(code);
  });

  it('is there only where an admin has a token', async () => {
    await using open = await startService();
    expect(open.newCode()).toBeUndefined();
  });

  it('works for ten minutes, also beside newer ones, of which the last sixteen work', () => {
    let ms = 0;
    const admin = { role: 'admin', quota: {} } as const;
    const codes = new LoginCodes({ callers: { admin: () => admin }, now: () => ms });
    const [old = '', ...others] = Array.from({ length: 17 }, () => codes.issue() ?? '');
    expect([codes.take(old), codes.take(others[0] ?? '')]).toEqual([undefined, admin]);
    ms = 600_000;
    expect(codes.take(others[1] ?? '')).toEqual(admin);
    ms = 600_001;
    expect(codes.take(others[2] ?? '')).toBeUndefined();
  });
});
