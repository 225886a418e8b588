import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rawRequest } from '../helpers/raw-request.ts';
import { startService } from '../helpers/start-service.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const unknownJob = '/jobs/00000000-0000-0000-0000-000000000000';

async function builtPage(): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'web');
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await mkdir(path.join(folder, '.vite'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><html><head><title>Page</title></head></html>');
  await writeFile(path.join(folder, 'assets/index-4f2a.js'), 'export const page = 1;\n'.repeat(200));
  await writeFile(path.join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(path.join(folder, '.vite/manifest.json'), '{}');
  return folder;
}

describe('the page', () => {
  it('is sent at its addresses to browsers, and the API to everyone else', async () => {
    await using service = await startService({ pageFolder: await builtPage() });
    const get = async (route: string, headers: Readonly<Record<string, string>>) =>
      await fetch(service.url + route, { headers });
    for (const route of ['/', '/library', '/listen/1', '/jobs', unknownJob]) {
      const response = await get(route, html);
      expect([route, response.status, response.headers.get('content-type')]).toEqual([
        route,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('vary')).toContain('Accept');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<head><base href="/"><title>Page</title>');
    }
    expect((await get('/', {})).headers.get('content-type')).toContain('text/html');
    for (const accept of ['*/*', 'application/json', 'text/event-stream']) {
      const response = await get(unknownJob, { accept });
      expect(response.status).toBe(404);
      expect(response.headers.get('vary')).toContain('Accept');
      expect(await response.json()).toMatchObject({ code: 'not-found' });
      expect(await (await get('/jobs', { accept })).json()).toMatchObject({ total: 0 });
    }
  });

  it('needs no token, unlike everything that it shows', async () => {
    await using service = await startService({
      pageFolder: await builtPage(),
      settings: { AUDIOBOOK_TOKEN: 'secret' },
    });
    expect((await fetch(service.url + unknownJob, { headers: html })).status).toBe(200);
    expect((await fetch(service.url + unknownJob)).status).toBe(401);
  });

  it('begins its addresses with the base path', async () => {
    await using service = await startService({ pageFolder: await builtPage(), basePath: '/audiobook' });
    for (const route of ['/audiobook', '/audiobook/library', '/library']) {
      expect(await (await fetch(service.url + route, { headers: html })).text()).toContain('<base href="/audiobook/">');
    }
    expect((await fetch(`${service.url}/audiobook/assets/index-4f2a.js`)).status).toBe(200);
  });

  it('has files that are kept for a year when their names have a hash', async () => {
    await using service = await startService({ pageFolder: await builtPage() });
    const script = await rawRequest(`${service.url}/assets/index-4f2a.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(script.status).toBe(200);
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(Number(script.headers['content-length'])).toBeLessThan(200);
    const manifest = await rawRequest(`${service.url}/manifest.webmanifest`, {});
    expect(manifest).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    const headers = { 'if-none-match': manifest.headers.etag ?? '' };
    const again = await rawRequest(`${service.url}/manifest.webmanifest`, { headers });
    expect(again.status).toBe(304);
  });

  it('has no hidden files, none of other folders, and no other methods', async () => {
    await using service = await startService({ pageFolder: await builtPage() });
    for (const route of [
      '/.vite/manifest.json',
      '/assets/..%2f..%2fage.json',
      '/../ages.json',
      '/assets',
      '/assets/no.js',
      '/%00.js',
    ]) {
      expect([route, (await rawRequest(service.url + route, {})).status]).toEqual([route, 404]);
    }
    expect((await fetch(`${service.url}/assets/index-4f2a.js`, { method: 'POST' })).status).toBe(404);
  });

  it('allows scripts and styles of the service alone', async () => {
    await using service = await startService({ pageFolder: await builtPage() });
    const policy = (await fetch(service.url)).headers.get('content-security-policy')?.split(';') ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy.join()).not.toContain('unsafe');
  });

  it('leads to the documentation where none was built', async () => {
    await using service = await startService();
    const response = await fetch(service.url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
    expect((await fetch(service.url + unknownJob, { headers: html })).status).toBe(404);
  });
});
