import type { Dispatcher } from 'undici';
import { currentNetwork } from '../core/http/network.ts';
import { openDispatcher } from '../core/http/open-dispatcher.ts';
import type { Settings } from '../core/settings.ts';

/**
 * `fetch` without the limits of Node's own, which gives up after 300 s without headers or between two parts of a body:
 * a slow model needs longer. The request's signal decides. Redirects are not followed, so that no key goes elsewhere.
 */
export async function fetchWithoutTimeout(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { fetch, dispatcher } = await clientOf(currentNetwork());
  return await fetch(input instanceof Request ? input.url : input, {
    method: init.method ?? 'GET',
    headers: [...new Headers(init.headers)],
    body: typeof init.body === 'string' ? init.body : null,
    signal: init.signal ?? null,
    redirect: 'manual',
    dispatcher,
  });
}

interface Client {
  readonly fetch: typeof import('undici').fetch;
  readonly dispatcher: Dispatcher;
}

let client: { readonly network: Settings; readonly opened: Promise<Client> } | undefined;

/** Loads `undici` on the first call only. */
async function clientOf(network: Settings): Promise<Client> {
  if (client?.network !== network) client = { network, opened: openClient(network) };
  return await client.opened;
}

async function openClient(network: Settings): Promise<Client> {
  const { fetch } = await import('undici');
  return { fetch, dispatcher: await openDispatcher(network, { silenceMs: 0 }) };
}
