import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher } from 'undici';
import { AudiobookError, canceled } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { connectionReason, isRetryable, retryAfter } from './failed-response.ts';
import { followRedirects, maxRedirects } from './follow-redirects.ts';
import { openDispatcher } from './open-dispatcher.ts';
import { namesPrivateAddress, publicLookup } from './public-lookup.ts';

/** A file to fetch from an address that somebody else wrote. */
export interface LimitedRequest {
  readonly url: URL;
  /** Sent to the host of the address alone. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly settings: Settings;
  /** Refuses addresses of this machine and private networks, also where a redirect leads to them. */
  readonly publicOnly: boolean;
  /** Where it is written. */
  readonly file: string;
  readonly maxBytes: number;
  /** From the first request to the last byte, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What was fetched. */
export interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  /** After redirects. */
  readonly url: URL;
  /** Size of the file; 0 with status 304, which has none. */
  readonly bytes: number;
  /** Its first bytes, to tell what it is. */
  readonly start: Buffer;
}

/** Of the first bytes that are returned. A page on the web says there what it is. */
const startBytes = 1000;

/**
 * Fetches a file with limits on size, time and redirects, writes it as it comes, and returns what was answered with status 200 or 304. Messages show the
 * address without credentials. Throws `bad-value` (an address that is not allowed), `download-failed`, `book-too-large` or `canceled`.
 */
export async function fetchLimited(request: LimitedRequest): Promise<Fetched> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = AbortSignal.any([request.signal, timeout]);
  const lookup = request.publicOnly ? publicLookup([], privateMessage) : undefined;
  const dispatcher = await openDispatcher(request.settings, { lookup });
  try {
    return await follow({ ...request, signal }, dispatcher);
  } catch (thrown) {
    if (request.signal.aborted) throw canceled(request.signal);
    if (timeout.aborted) throw failed(request.url, `it takes longer than ${request.timeoutMs / 1000} seconds`);
    if (thrown instanceof AudiobookError) throw thrown;
    const reason = connectionReason(thrown);
    if (reason === privateMessage) throw isPrivate(request.url);
    throw failed(request.url, `${reason}. Behind a proxy, set HTTPS_PROXY`, { retryable: true, cause: thrown });
  } finally {
    await dispatcher.destroy();
  }
}

const privateMessage = 'private address';

async function follow(request: LimitedRequest, dispatcher: Dispatcher): Promise<Fetched> {
  const { fetch } = await import('undici');
  const { signal } = request;
  const found = await followRedirects(request.url, async (url) => {
    requireAllowed(url, request);
    const headers = { ...(url.origin === request.url.origin && request.headers) };
    const answer = await fetch(withoutCredentials(url), { redirect: 'manual', dispatcher, signal, headers });
    const location = answer.headers.get('location');
    return { answer, status: answer.status, location, discard: async () => await answer.body?.cancel() };
  });
  if (found === undefined) throw failed(request.url, `it redirects more than ${maxRedirects} times`);
  const { answer, url } = found;
  const answered = { status: answer.status, headers: new Headers([...answer.headers]), url };
  return { ...answered, ...(await write(answered, answer.body, request)) };
}

function requireAllowed(url: URL, { publicOnly, url: asked }: LimitedRequest): void {
  if (!['http:', 'https:'].includes(url.protocol)) {
    throw failed(asked, `it redirects to an address of the kind '${url.protocol}'`);
  }
  if (publicOnly && namesPrivateAddress(url)) throw isPrivate(asked);
}

async function write(
  { status, headers, url }: Omit<Fetched, 'bytes' | 'start'>,
  body: AsyncIterable<Uint8Array> | null,
  { file, maxBytes, signal }: LimitedRequest,
): Promise<Pick<Fetched, 'bytes' | 'start'>> {
  if (status === 304) return { bytes: 0, start: Buffer.alloc(0) };
  if (status !== 200) {
    throw failed(url, `status ${status}`, { retryable: isRetryable(status), retryAfterMs: retryAfter(headers) });
  }
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(url, maxBytes);
  let bytes = 0;
  let start = Buffer.alloc(0);
  const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(url, maxBytes);
      if (start.length < startBytes) start = Buffer.concat([start, chunk]).subarray(0, startBytes);
      yield chunk;
    }
  };
  await pipeline(body ?? Readable.from([]), counted, createWriteStream(file, { mode: 0o600, flush: true }), { signal });
  return { bytes, start };
}

/** Returns an address as it may be shown: without names, passwords and keys, which stand before the host and behind the path. */
export function shownAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** They are a header. */
function withoutCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

function failed(
  url: URL,
  reason: string,
  options: ConstructorParameters<typeof AudiobookError>[2] = {},
): AudiobookError {
  return new AudiobookError('download-failed', `Cannot download ${shownAddress(url)}: ${reason}.`, options);
}

function tooLarge(url: URL, maxBytes: number): AudiobookError {
  const message = `${shownAddress(url)} is too large. The limit is ${maxBytes / 1e6} MB.`;
  return new AudiobookError('book-too-large', message);
}

function isPrivate(url: URL): AudiobookError {
  const message = `${shownAddress(url)} leads to this machine or a private network, from which the service fetches nothing.`;
  return new AudiobookError('bad-value', message);
}
