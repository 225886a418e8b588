import type { RequestHandler } from 'express';
import { isLoopback } from '../../../core/http/is-loopback.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { Trust } from '../../server-settings.ts';

/** Options of `checkHost`. */
export interface CheckHostOptions extends Pick<Trust, 'allowedHosts' | 'corsOrigins'> {
  /** Address that the service listens on. */
  readonly host: string;
}

/**
 * Returns middleware that rejects an unknown `Host` (on loopback, and wherever allowed hosts are configured) and an unknown
 * `Origin`. It keeps pages of other sites from calling the service, including by DNS rebinding.
 */
export function checkHost({ allowedHosts, corsOrigins, host: own }: CheckHostOptions): RequestHandler {
  const checksHost = isLoopback(own) || allowedHosts.length > 0;
  const names = new Set([...loopbackNames, own.includes(':') ? `[${own}]` : own, ...allowedHosts]);
  return (request, response, next) => {
    // Behind a trusted proxy, the one that the proxy was asked for.
    const host = request.headers.host === undefined ? '' : request.host.toLowerCase();
    const name = hostName(host);
    if (checksHost && !names.has(name)) {
      throw new RequestError('forbidden', 'The Host header does not name a host of this service.');
    }
    const { origin } = request.headers;
    if (origin !== undefined && !isSameOrigin(origin, host)) {
      if (!corsOrigins.includes(origin.toLowerCase())) {
        throw new RequestError('forbidden', 'Pages of this origin may not call the service.');
      }
      response.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers':
          'Content-Disposition, ETag, Link, Location, Retry-After, X-Audiobook-Gaps, X-Audiobook-Job, X-Audiobook-Provider, X-Request-Id',
        Vary: 'Origin',
      });
      if (request.method === 'OPTIONS') {
        response.set({
          'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
          'Access-Control-Allow-Headers':
            'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, Prefer, Range',
        });
        response.status(204).end();
        return;
      }
    }
    next();
  };
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

function hostName(host: string): string {
  return host.replace(/:\d+$/u, '');
}

/** The scheme is not compared, because a proxy may terminate TLS. */
function isSameOrigin(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
