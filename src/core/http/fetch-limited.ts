import type { Dispatcher } from 'undici';
import { AudiobookError, canceled } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { connectionReason, isRetryable, retryAfter } from './failed-response.ts';
import { redirectStatuses } from './fetch-following.ts';
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
  readonly bytes: Buffer;
}

const maxRedirects = 5;

/**
 * Fetches a file with limits on size, time and redirects, and returns what was answered with status 200 or 304. Messages show the
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
  let { url } = request;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    requireAllowed(url, request);
    const { fetch } = await import('undici');
    const headers = url.origin === request.url.origin ? request.headers : undefined;
    const { signal } = request;
    const response = await fetch(withoutCredentials(url), {
      redirect: 'manual',
      dispatcher,
      signal,
      headers: { ...headers },
    });
    const answered = { status: response.status, headers: new Headers([...response.headers]), url };
    const location = response.headers.get('location');
    if (!redirectStatuses.has(response.status) || location === null) {
      return { ...answered, bytes: await bytesOf(answered, response.body, request) };
    }
    await response.body?.cancel();
    url = URL.parse(location, url.href) ?? url;
  }
  throw failed(request.url, `it redirects more than ${maxRedirects} times`);
}

function requireAllowed(url: URL, { publicOnly, url: asked }: LimitedRequest): void {
  if (!['http:', 'https:'].includes(url.protocol)) {
    throw failed(asked, `it redirects to an address of the kind '${url.protocol}'`);
  }
  if (publicOnly && namesPrivateAddress(url)) throw isPrivate(asked);
}

async function bytesOf(
  { status, headers, url }: Omit<Fetched, 'bytes'>,
  body: AsyncIterable<Uint8Array> | null,
  { maxBytes }: LimitedRequest,
): Promise<Buffer> {
  if (status === 304) return Buffer.alloc(0);
  if (status !== 200) {
    throw failed(url, `status ${status}`, { retryable: isRetryable(status), retryAfterMs: retryAfter(headers) });
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(url, maxBytes);
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(url, maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
