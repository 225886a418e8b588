import { AudiobookError } from '../errors.ts';
import { followRedirects, maxRedirects } from './follow-redirects.ts';

/**
 * `fetch` that sends a request again where a redirect leads to, as it was but for status 303: services mean the same request at
 * another address. Another host than the first gets no headers of the request that say who asks. Throws `provider-failed` for a loop.
 */
export async function fetchFollowing(address: string, init: RequestInit = {}): Promise<Response> {
  let sent = init;
  let last: { readonly url: URL; readonly status: number } | undefined;
  const found = await followRedirects(new URL(address), async (url) => {
    if (last) sent = redirected(sent, { isGet: last.status === 303, isAway: !isSameHost(last.url, url) });
    const answer = await fetch(url, { ...sent, redirect: 'manual' });
    const { status, headers } = answer;
    last = { url, status };
    return { answer, status, location: headers.get('location'), discard: async () => await answer.body?.cancel() };
  });
  if (found) return found.answer;
  const message = `${address} redirects more than ${maxRedirects} times, at last to ${last?.url.href ?? ''}.`;
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
