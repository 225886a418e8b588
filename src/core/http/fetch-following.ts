import { AudiobookError } from '../errors.ts';

/** Longer chains are loops. */
const maxRedirects = 5;

/** Statuses of responses that lead to another address (RFC 9110, 15.4). */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

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
    sent = redirected(sent, { isGet: response.status === 303, isAway: !isSameHost(new URL(url), next) });
    url = next.href;
  }
  const message = `${address} redirects more than ${maxRedirects} times, at last to ${url}.`;
  throw new AudiobookError('provider-failed', message, { retryable: true });
}

/** Returns a request as it is sent to the place that a redirect names. */
function redirected(
  sent: RequestInit,
  { isGet, isAway }: { readonly isGet: boolean; readonly isAway: boolean },
): RequestInit {
  return {
    ...sent,
    ...(isGet && { method: 'GET', body: null }),
    ...(isAway && { headers: anonymous(new Headers(sent.headers)) }),
  };
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
