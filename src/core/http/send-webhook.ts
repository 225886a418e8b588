import { createHmac } from 'node:crypto';
import { currentNetwork } from './network.ts';
import { openDispatcher } from './open-dispatcher.ts';
import { publicLookup } from './public-lookup.ts';

/** A message to a webhook. */
export interface WebhookMessage {
  readonly url: string;
  /** The same for every attempt, so that the receiver can recognize a repetition. */
  readonly id: string;
  readonly body: string;
  /** Signs the message. */
  readonly secret: string;
  /** Hosts and addresses that may be called. Default: all. */
  readonly hosts?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

const attemptMs = 10_000;

/** Returns whether the address of a webhook is one of the hosts that may be called. */
export function isAllowedWebhook(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, host, username, password } = new URL(address);
  const isHttp = protocol === 'http:' || protocol === 'https:';
  return isHttp && username === '' && password === '' && (hosts.includes(hostname) || hosts.includes(host));
}

/**
 * Sends a message, signed as Standard Webhooks 1.0 has it, and returns the status. Redirects are not followed, and a host that
 * resolves to a private address that is not listed itself is not called. Throws when there is no response within ten seconds.
 */
export async function sendWebhook({ url, id, body, secret, hosts, signal }: WebhookMessage): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  const lookup = hosts && publicLookup(hosts, 'The host of the webhook has a private address that is not listed.');
  const { request } = await import('undici');
  const dispatcher = await openDispatcher(currentNetwork(), { lookup });
  try {
    const { statusCode } = await request(url, {
      method: 'POST',
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
    });
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}

/** Secrets of Standard Webhooks have a prefix and are in base64; any other text is taken as it is. */
function keyOf(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}
