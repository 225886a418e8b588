import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
import { invalidValue } from '../../core/errors.ts';
import { nameOfFile } from '../../core/file-name.ts';
import { fetchLimited, shownAddress } from '../../core/http/fetch-limited.ts';
import type { Fetched, LimitedRequest } from '../../core/http/fetch-limited.ts';
import { retry } from '../../core/retry.ts';
import { folderStore } from '../store/folder-store.ts';
import type { Sort } from '../store/store.ts';

/** A book that was fetched. */
export interface FetchedBook {
  /** Name for its file, with an extension that says what it is. */
  readonly name: string;
  /** The address as it may be shown: without credentials. */
  readonly address: string;
  readonly bytes: Uint8Array;
}

/** Options of `fetchBook`. */
export interface FetchBookOptions extends Omit<LimitedRequest, 'url' | 'headers'> {
  /** Folder of the store. Default: nothing is kept. */
  readonly storedBooks?: string | undefined;
}

const keptSchema = z.object({
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

/** Books from addresses, by the address. One with a password in it is only found by those who know it. */
const downloadsSort: Sort<z.infer<typeof keptSchema>> = {
  name: 'downloads',
  version: 1,
  maxBytes: 1e9,
  isPrivate: true,
  encode: (value) => serialize(value),
  decode: (bytes) => keptSchema.safeParse(deserialize(bytes)).data,
};

const retryPolicy = { attempts: 3, firstDelayMs: 1000, maxDelayMs: 30_000 };

/** Reports whether a word names a book by its address. */
export function isBookAddress(word: string): boolean {
  return /^https?:\/\//iu.test(word);
}

/**
 * Fetches a book from an http or https address, or takes it from the store when its server says that it has not changed. A passing
 * failure is tried again twice. Throws `bad-value` for what is no such address, and what `fetchLimited` throws.
 */
export async function fetchBook(address: string, options: FetchBookOptions): Promise<FetchedBook> {
  const url = isBookAddress(address) ? URL.parse(address) : null;
  if (url === null) throw invalidValue('address of a book', address, 'one that begins with https:// or http://');
  url.hash = '';
  const key = createHash('sha256').update(url.href).digest('hex');
  const store = options.storedBooks === undefined ? undefined : folderStore(options.storedBooks, downloadsSort);
  const kept = await store?.read(key);
  const request = { ...options, url, headers: headersFor(url, kept) };
  const fetched = await retry(async () => await fetchLimited(request), retryPolicy, options.signal);
  const shown = shownAddress(url);
  if (kept && fetched.status === 304) return { name: kept.name, bytes: kept.bytes, address: shown };
  const { headers, bytes } = fetched;
  const book = { name: nameOf(fetched), bytes };
  const [etag, lastModified] = ['etag', 'last-modified'].map((name) => headers.get(name) ?? undefined);
  // The next run fetches again what cannot be kept.
  if (etag ?? lastModified) await store?.write(key, { ...book, etag, lastModified }).catch(() => undefined);
  return { ...book, address: shown };
}

function headersFor({ username, password }: URL, kept: z.infer<typeof keptSchema> | undefined): Record<string, string> {
  const login = `${decoded(username)}:${decoded(password)}`;
  return {
    accept: 'application/epub+zip, application/pdf, text/html;q=0.9, */*;q=0.8',
    ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    ...(kept?.etag !== undefined && { 'if-none-match': kept.etag }),
    ...(kept?.lastModified !== undefined && { 'if-modified-since': kept.lastModified }),
  };
}

/** Endings of names by which texts are told apart; other kinds are known by their bytes. */
const endings: ReadonlyMap<string, string> = new Map([
  ['text/html', '.html'],
  ['application/xhtml+xml', '.html'],
  ['text/markdown', '.md'],
  ['application/epub+zip', '.epub'],
  ['application/pdf', '.pdf'],
]);

/** Returns the name that the server gives, otherwise the end of the address, with an ending by the type where it has none. */
function nameOf({ url, headers, bytes }: Fetched): string {
  const given = nameOfFile(namedBy(headers) ?? lastPart(url));
  if (/\.[a-z\d]{2,8}$/iu.test(given)) return given;
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ending = endings.get(type) ?? (looksLikePage(bytes) ? '.html' : '.txt');
  return `${given || nameOfFile(url.hostname)}${ending}`;
}

function lastPart({ pathname }: URL): string {
  const last = decoded(pathname.split('/').findLast((part) => part !== '') ?? '');
  return last.split(/[/\\]/u).at(-1) ?? '';
}

/** Returns the file name of a `Content-Disposition` (RFC 6266) without folders. */
function namedBy(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=(?:utf-8)?'[^']*'([^;\s]+)/iu.exec(disposition)?.[1];
  const given = encoded === undefined ? /filename="?([^";]+)"?/iu.exec(disposition)?.[1] : decoded(encoded);
  return given?.split(/[/\\]/u).at(-1);
}

function looksLikePage(bytes: Uint8Array): boolean {
  return /<!doctype html|<html[\s>]/iu.test(Buffer.from(bytes.subarray(0, 1000)).toString('latin1'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
