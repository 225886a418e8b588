import { signal } from '@preact/signals';
import { addressOf, ApiError, send } from '../api/call.ts';
import type { Book } from '../api/types.ts';
import { strings } from '../strings.ts';
import { booksCacheName, partBytes, partKey, recordKey, sidePaths } from './kept-record.ts';
import type { KeptBook } from './kept-record.ts';

/** Whether this browser can keep books: only on this machine and over HTTPS. */
export const canKeep = 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator;

/** Ids of the books that are kept. */
export const keptIds = signal<ReadonlySet<string>>(new Set());

const base = document.baseURI;
const cacheName = booksCacheName(base);
/** Held while a book is fetched, so that another tab does not take its parts for left ones. */
const lockName = `${cacheName}:lock`;

/** Returns the bytes that keeping a book takes. */
export function bytesToKeep({ files }: Pick<Book, 'files'>): number {
  return audioOf(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the books that are kept. */
export async function keptBooks(): Promise<readonly Book[]> {
  if (!canKeep) return [];
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  const records = keys.filter(({ url }) => idOfRecord(url) !== undefined);
  const kept = await Promise.all(records.map(async (key) => await readRecord(cache, key)));
  return kept.flatMap((one) => (one ? [one.book] : []));
}

/** Finds out what is kept, and removes what is left of books that were not fetched to their end. */
export async function readKept(): Promise<void> {
  if (!canKeep) return;
  keptIds.value = new Set((await keptBooks()).map(({ id }) => id));
  await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await removeWhere((id) => !keptIds.peek().has(id));
  });
}

/** Options for fetching a book. */
export interface KeepOptions {
  /** Called with the part that was fetched: 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

/** Keeps a book in this browser. What was fetched is removed again when that fails. Throws `ApiError` and errors of the storage. */
export async function keepBook(book: Book, options: KeepOptions): Promise<void> {
  await requireRoom(bytesToKeep(book));
  // Otherwise the browser may remove it when the disk is nearly full.
  await navigator.storage.persist();
  await navigator.locks.request(lockName, { signal: options.signal }, async () => {
    try {
      await fetchBook(book, options);
    } catch (error) {
      await removeBook(book.id);
      throw error;
    }
  });
  keptIds.value = new Set([...keptIds.peek(), book.id]);
}

/** Takes a book off this browser. */
export async function removeBook(id: string): Promise<void> {
  if (!canKeep) return;
  keptIds.value = new Set([...keptIds.peek()].filter((one) => one !== id));
  await removeWhere((one) => one === id);
}

/** Takes all books off this browser. */
export async function forgetBooks(): Promise<void> {
  keptIds.value = new Set();
  if (canKeep) await caches.delete(cacheName);
}

async function requireRoom(bytes: number): Promise<void> {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  if (usage + bytes > quota) throw new Error(strings.listen.noRoom);
}

async function fetchBook(book: Book, { onProgress, signal: stop }: KeepOptions): Promise<void> {
  const { id } = book;
  const cache = await caches.open(cacheName);
  for (const path of sidePaths(id)) await keepSide(cache, path, stop);
  const files = audioOf(book.files).map(({ url, bytes, mediaType }) => {
    return { path: new URL(url, base).pathname, bytes, mediaType };
  });
  const all = Math.max(1, bytesToKeep(book));
  let done = 0;
  for (const [file, { path, bytes }] of files.entries()) {
    for (let start = 0; start < bytes; start += partBytes) {
      const end = Math.min(bytes, start + partBytes);
      const part = start / partBytes;
      const content = await fetchPart(path, { start, end, stop });
      await cache.put(partKey(base, { id, file, part }), new Response(content));
      done += end - start;
      onProgress(done / all);
    }
  }
  const record: KeptBook = { book, files };
  await cache.put(recordKey(base, id), Response.json(record));
}

/** Keeps a response that a book may lack, such as its cover. */
async function keepSide(cache: Cache, path: string, stop: AbortSignal): Promise<void> {
  try {
    await cache.put(addressOf(path), await send(path, { signal: stop }));
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 410);
    if (!isMissing) throw error;
  }
}

async function fetchPart(
  path: string,
  { start, end, stop }: { readonly start: number; readonly end: number; readonly stop: AbortSignal },
): Promise<ArrayBuffer> {
  const headers = { Range: `bytes=${start}-${end - 1}`, Accept: '*/*' };
  const response = await fetch(path, { headers, signal: stop, cache: 'no-store' });
  const content = response.status === 206 ? await response.arrayBuffer() : undefined;
  if (content?.byteLength !== end - start) throw new Error(strings.listen.keepFailed);
  return content;
}

async function readRecord(cache: Cache, key: Request): Promise<KeptBook | undefined> {
  const response = await cache.match(key);
  if (!response) return undefined;
  const kept: KeptBook = await response.json();
  return kept;
}

async function removeWhere(isUnwanted: (id: string) => boolean): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const key of await cache.keys()) {
    if (isUnwanted(idIn(key.url))) await cache.delete(key);
  }
}

/** Returns the id of the book of a key: the second part of its path below the base. */
function idIn(url: string): string {
  return url.slice(base.length).split('/')[1] ?? '';
}

function idOfRecord(url: string): string | undefined {
  return url === recordKey(base, idIn(url)) ? idIn(url) : undefined;
}

function audioOf(files: Book['files']): Book['files'] {
  return files.filter(({ kind }) => kind === 'audio');
}
