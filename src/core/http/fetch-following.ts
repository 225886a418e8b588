import { AudiobookError } from '../errors.ts';

/** Longer chains are loops. */
const maxRedirects = 5;

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * `fetch` that sends a request again where a redirect leads to, as it was but for status 303: services mean the same request at
 * another address. Another host than the first gets no headers of the request that say who asks. Throws `provider-failed` for a loop.
 */
export async function fetchFollowing(address: string, init: RequestInit = {}): Promise<Response> {
  let url = address;
  let sent = init;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url, { ...sent, redirect: 'manual' });
    const location = response.headers.get('location');
    if (!redirectStatuses.has(response.status) || location === null || !URL.canParse(location, url)) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (response.status === 303) sent = { ...sent, method: 'GET', body: null };
    if (!isSameHost(new URL(url), next)) sent = { ...sent, headers: anonymous(new Headers(sent.headers)) };
    url = next.href;
  }
  const message = `${address} redirects more than ${maxRedirects} times, at last to ${url}.`;
  throw new AudiobookError('provider-failed', message, { retryable: true });
}

/** A port is another service, but for the step from http to https. */
function isSameHost(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.hostname === to.hostname;
  return from.origin === to.origin || (isUpgrade && from.port === '' && to.port === '');
}

/** Keys are in headers of any name (`xi-api-key`), so only those stay that are about the body. */
function anonymous(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => name === 'content-type' || name === 'accept'));
}
