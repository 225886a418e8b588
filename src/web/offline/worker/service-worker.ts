import { booksCacheName, partKey, recordKey, sidePaths } from '../kept-record.ts';
import type { KeptBook } from '../kept-record.ts';
import { keptResponse } from '../kept-response.ts';

// The types of this file are those of a worker, the page's are those of a window.
declare const self: ServiceWorkerGlobalScope;

/** Files of the page, below its base, and a hash of all of them. Written by the build. */
declare const shellFiles: readonly string[];
declare const shellVersion: string;

const { scope } = self.registration;
const { pathname: basePath } = new URL(scope);
const shellPrefix = `audiobook-shell:${basePath}:`;
const shellName = shellPrefix + shellVersion;

self.addEventListener('install', (event) => event.waitUntil(keepShell()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const response = responseTo(event.request);
  if (response) event.respondWith(response);
});

/** Keeps the page: its document and its files, none of which is private. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shellName);
  const page = new Request(scope, { headers: { Accept: 'text/html' }, cache: 'reload' });
  await cache.addAll([page, ...shellFiles.map((file) => new Request(scope + file, { cache: 'reload' }))]);
}

/** Removes the page of earlier versions. The worker of this one begins when no page of those is open. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(shellPrefix) && name !== shellName);
  await Promise.all(old.map(async (name) => await caches.delete(name)));
  await self.clients.claim();
}

/** Returns the response to a request that the worker answers, or undefined for all others, which go to the service. */
function responseTo(request: Request): Promise<Response> | undefined {
  const url = new URL(request.url);
  const isOwn = request.method === 'GET' && url.href.startsWith(scope);
  if (!isOwn) return undefined;
  const path = url.pathname.slice(basePath.length);
  if (request.mode === 'navigate') return places.test(path) ? newestPage(request) : undefined;
  if (path.startsWith('assets/')) return fromShell(request);
  if (shellFiles.includes(path)) return fresh(request, async () => await inShell(request.url));
  return url.search === '' ? ofBook(request, path) : undefined;
}

/** Addresses of the page. */
const places = /^(?:|jobs|jobs\/[\w-]+|library|listen\/[\w-]+|feeds)$/u;

/** Longer than a service that works needs for its document. */
const documentMs = 4000;

/** Returns the newest document; the kept one where the service does not respond. */
async function newestPage(request: Request): Promise<Response> {
  const late = new Promise<Response | undefined>((resolve) => {
    setTimeout(() => void inShell(scope).then(resolve), documentMs);
  });
  const newest = fresh(request, async () => await inShell(scope));
  return (await Promise.race([newest, late])) ?? (await newest);
}

/** A name below `assets/` never means other contents. */
async function fromShell(request: Request): Promise<Response> {
  return (await inShell(request.url)) ?? (await fetch(request));
}

async function inShell(url: string): Promise<Response | undefined> {
  const cache = await caches.open(shellName);
  return await cache.match(url, { ignoreVary: true });
}

/** Returns the response of the service; what is kept where it gives none, or no longer has the book. */
async function fresh(request: Request, kept: () => Promise<Response | undefined>): Promise<Response> {
  try {
    const response = await fetch(request);
    const isMissing = response.status === 404 || response.status >= 500;
    return isMissing ? ((await kept()) ?? response) : response;
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

const bookPath = /^(?:jobs|library)\/([\w-]+)/u;

/** Returns what is kept of a book, as its person chose. Nothing else of the API is kept. */
function ofBook(request: Request, path: string): Promise<Response> | undefined {
  const id = bookPath.exec(path)?.[1];
  if (id === undefined) return undefined;
  if (path.startsWith(`jobs/${id}/files/`)) return sound(request, id);
  if (!sidePaths(id).includes(path)) return undefined;
  return fresh(request, async () => {
    const cache = await caches.open(booksCacheName(scope));
    const isWhole = (await cache.match(recordKey(scope, id))) !== undefined;
    return isWhole ? await cache.match(request.url, { ignoreVary: true }) : undefined;
  });
}

/** A finished file never changes, so the kept one is as good. */
async function sound(request: Request, id: string): Promise<Response> {
  const cache = await caches.open(booksCacheName(scope));
  const record = await cache.match(recordKey(scope, id));
  const kept: KeptBook | undefined = await record?.json();
  const { pathname } = new URL(request.url);
  const file = kept?.files.findIndex(({ path }) => path === pathname) ?? -1;
  const found = kept?.files[file];
  if (!found) return await fetch(request);
  return keptResponse(found, request.headers.get('range'), async (part) => {
    const content = await cache.match(partKey(scope, { id, file, part }));
    if (!content) throw new Error('The browser removed a part of this book.');
    return await content.arrayBuffer();
  });
}
