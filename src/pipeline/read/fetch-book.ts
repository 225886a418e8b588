import { decodePercent } from '../../core/strings/decode-percent.ts';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { invalidValue } from '../../core/errors.ts';
import { nameOfFile } from '../../core/file-name.ts';
import { fetchLimited, shownAddress } from '../../core/http/fetch-limited.ts';
import type { Fetched, LimitedRequest } from '../../core/http/fetch-limited.ts';
import { retry } from '../../core/retry.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { folderStore } from '../store/folder-store.ts';
import type { FileSort, Store } from '../store/store.ts';

/** A book that was fetched. */
export interface FetchedBook {
  /** Its path: the folder, and a name with an extension that says what it is. */
  readonly file: string;
  /** The address as it may be shown: without credentials. */
  readonly address: string;
}

/** Options of `fetchBook`. */
export interface FetchBookOptions extends Omit<LimitedRequest, 'url' | 'headers' | 'file'> {
  /** Where the book is put. Nothing else is written there. */
  readonly folder: string;
  /** Folder of the store. Default: nothing is kept. */
  readonly storedBooks?: string | undefined;
}

const keptSchema = z.object({
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  name: z.string(),
  /** Size of the book. */
  bytes: z.number(),
});

/** A book that is kept, or is to be: its bytes are those of a file from a position on. */
interface KeptBook extends z.infer<typeof keptSchema> {
  readonly file: string;
  readonly start: number;
}

/** More than the line with all that is known of a book has. */
const maxHeaderBytes = 64 * 1024;

/** Books from addresses, by the address. One with a password in it is only found by those who know it. */
const downloadsSort: FileSort<KeptBook> = {
  name: 'downloads',
  version: 2,
  maxBytes: 1e9,
  isPrivate: true,
  async *encode({ file, start, ...header }) {
    yield Buffer.from(`${JSON.stringify(header)}\n`);
    yield* createReadStream(file, { start });
  },
  async decodeFile(file) {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
    const end = buffer.subarray(0, bytesRead).indexOf('\n');
    const header = keptSchema.safeParse(parseJson(buffer.subarray(0, Math.max(0, end)).toString())).data;
    if (header === undefined) return undefined;
    const start = end + 1;
    return (await stat(file)).size === start + header.bytes ? { ...header, file, start } : undefined;
  },
};

const retryPolicy = { attempts: 3, firstDelayMs: 1000, maxDelayMs: 30_000 };

/**
 * Fetches a book from an http or https address into a folder, or takes it from the store when its server says that it has not changed. A passing
 * failure is tried again twice. Throws `bad-value` for what is no such address, and what `fetchLimited` throws.
 */
export async function fetchBook(address: string, options: FetchBookOptions): Promise<FetchedBook> {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol))
    throw invalidValue('address of a book', address, 'one that begins with https:// or http://');
  url.hash = '';
  const key = createHash('sha256').update(url.href).digest('hex');
  const store = options.storedBooks === undefined ? undefined : folderStore(options.storedBooks, downloadsSort);
  const kept = await store?.read(key);
  const { folder, signal } = options;
  const part = path.join(folder, 'fetched.part');
  const request = { ...options, url, headers: headersFor(url, kept), file: part };
  const fetched = await retry(async () => await fetchLimited(request), retryPolicy, signal);
  const isKept = kept !== undefined && fetched.status === 304;
  if (isKept) await pipeline(createReadStream(kept.file, { start: kept.start }), createWriteStream(part), { signal });
  const name = isKept ? kept.name : nameOf(fetched);
  const file = path.join(folder, name);
  await rename(part, file);
  if (store && !isKept) await keep(store, key, fetched, file);
  return { file, address: shownAddress(url) };
}

/** Keeps a book of which its server can say later whether it has changed. The next run fetches again what cannot be kept. */
async function keep(store: Store<KeptBook>, key: string, { headers, bytes }: Fetched, file: string): Promise<void> {
  const [etag, lastModified] = ['etag', 'last-modified'].map((name) => headers.get(name) ?? undefined);
  if ((etag ?? lastModified) === undefined) return;
  const book = { etag, lastModified, name: path.basename(file), bytes, file, start: 0 };
  await store.write(key, book).catch(() => undefined);
}

function headersFor({ username, password }: URL, kept: z.infer<typeof keptSchema> | undefined): Record<string, string> {
  const login = `${decodePercent(username)}:${decodePercent(password)}`;
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
function nameOf({ url, headers, start }: Fetched): string {
  const given = nameOfFile(namedBy(headers) ?? lastPart(url));
  if (/\.[a-z\d]{2,8}$/iu.test(given)) return given;
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const ending = endings.get(type) ?? (looksLikePage(start) ? '.html' : '.txt');
  return `${given || nameOfFile(url.hostname)}${ending}`;
}

function lastPart({ pathname }: URL): string {
  const last = decodePercent(pathname.split('/').findLast((part) => part !== '') ?? '');
  return last.split(/[/\\]/u).at(-1) ?? '';
}

/** Returns the file name of a `Content-Disposition` (RFC 6266) without folders. */
function namedBy(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=(?:utf-8)?'[^']*'([^;\s]+)/iu.exec(disposition)?.[1];
  const given = encoded === undefined ? /filename="?([^";]+)"?/iu.exec(disposition)?.[1] : decodePercent(encoded);
  return given?.split(/[/\\]/u).at(-1);
}

function looksLikePage(start: Buffer): boolean {
  return /<!doctype html|<html[\s>]/iu.test(start.toString('latin1'));
}
